#include "toolkit/change/journal.hpp"

#include <array>
#include <charconv>
#include <climits>
#include <utility>

namespace toolkit::change {

namespace {

// Fields that end with a NUL, which no name can hold.
constexpr std::string_view title = "agentcli journal 1";
constexpr std::string_view last_planned = "planned";
constexpr std::string_view last_prepared = "prepared";
constexpr std::string_view last_done = "done";

class Writer {
public:
    std::string text;

    Writer& operator<<(std::string_view field)
    {
        text += field;
        text += '\0';
        return *this;
    }

    Writer& operator<<(const std::optional<system::Identity>& identity)
    {
        if (identity)
            for (const auto number : {static_cast<std::int64_t>(identity->inode), identity->size,
                     identity->seconds, identity->nanoseconds})
                text += std::to_string(number) + ' ';
        return *this << "";
    }
};

constexpr std::size_t max_field = PATH_MAX;

// Each is none where the text is at its end (is_cut), or not what it should be.
class Reader {
public:
    explicit Reader(std::string_view text)
        : rest(text)
    {
    }

    std::optional<std::string> field()
    {
        const std::size_t end = rest.substr(0, max_field).find('\0');
        if (end == std::string_view::npos) {
            cut = rest.size() < max_field;
            return std::nullopt;
        }
        std::string value(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        return value;
    }

    bool has(std::string_view expected)
    {
        const auto value = field();
        cut = cut && expected.starts_with(rest);
        return value == expected;
    }

    // Did what was read last begin well, and the text end in it?
    bool is_cut() const { return cut; }

    bool is_at_end() const { return rest.empty(); }

    std::optional<std::size_t> count()
    {
        const auto value = field();
        std::size_t number = 0;
        if (!value || !read(*value, number) || number > max_in_a_plan)
            return std::nullopt;
        return number;
    }

    bool identity(std::optional<system::Identity>& identity)
    {
        const auto value = field();
        if (!value || value->empty())
            return value.has_value();
        std::array<std::int64_t, 4> numbers {};
        std::string_view text = *value;
        for (auto& number : numbers) {
            const std::size_t end = text.find(' ');
            if (end == std::string_view::npos || !read(text.substr(0, end), number))
                return false;
            text.remove_prefix(end + 1);
        }
        identity = {static_cast<std::uint64_t>(numbers[0]), numbers[1], numbers[2], numbers[3]};
        return text.empty();
    }

private:
    template<class Number>
    static bool read(std::string_view text, Number& number)
    {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc() && end == text.data() + text.size();
    }

    std::string_view rest;
    bool cut = false;
};

// True where all of the plan is there.
bool read_plan(Reader& reader, Plan& plan)
{
    const auto directories = reader.count();
    for (std::size_t index = 0; directories && index < *directories; ++index) {
        auto path = reader.field();
        if (!path)
            return false;
        plan.new_directories.push_back(std::move(*path));
    }
    const auto changes = directories ? reader.count() : std::nullopt;
    for (std::size_t index = 0; changes && index < *changes; ++index) {
        PlannedChange& change = plan.changes.emplace_back();
        for (std::string* const text : {&change.directory, &change.name, &change.temporary}) {
            auto value = reader.field();
            if (!value)
                return false;
            *text = std::move(*value);
        }
        if (!reader.identity(change.old))
            return false;
    }
    return changes && reader.has(last_planned);
}

bool read_prepared(Reader& reader, Plan& plan)
{
    for (auto& change : plan.changes)
        if (!reader.identity(change.fresh))
            return false;
    return reader.has(last_prepared);
}

}

std::string plan_text(const Plan& plan)
{
    Writer writer;
    writer << title << std::to_string(plan.new_directories.size());
    for (const auto& path : plan.new_directories)
        writer << path;
    writer << std::to_string(plan.changes.size());
    for (const auto& change : plan.changes)
        writer << change.directory << change.name << change.temporary << change.old;
    return (writer << last_planned).text;
}

std::string prepared_text(const Plan& plan)
{
    Writer writer;
    for (const auto& change : plan.changes)
        writer << change.fresh;
    return (writer << last_prepared).text;
}

std::string done_text() { return (Writer() << last_done).text; }

std::optional<Plan> parse_journal(std::string_view text)
{
    Reader reader(text);
    const auto unless_malformed = [&](Plan plan) {
        return reader.is_cut() ? std::optional(std::move(plan)) : std::nullopt;
    };
    Plan plan;
    if (!reader.has(title) || !read_plan(reader, plan))
        return unless_malformed({});
    if (!read_prepared(reader, plan)) {
        for (auto& change : plan.changes)
            change.fresh.reset();
        return unless_malformed(std::move(plan));
    }
    plan.is_prepared = true;
    if (!reader.has(last_done))
        return unless_malformed(std::move(plan));
    plan.is_done = true;
    return reader.is_at_end() ? std::optional(std::move(plan)) : std::nullopt;
}

std::size_t max_of_prepared_text(const Plan& plan)
{
    constexpr std::size_t max_identity
        = 4 * 21 + 1; // four 64-bit numbers, a blank after each, and the NUL
    return plan.changes.size() * max_identity + prepared_text({}).size();
}

}

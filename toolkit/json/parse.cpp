#include "toolkit/json/parse.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace toolkit::json {

std::string stray_bytes_in(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        return "at byte 1: it begins with a byte order mark";
    const std::size_t nul = text.find('\0');
    return nul == std::string_view::npos ? ""
                                         : "at byte " + std::to_string(nul + 1) + ": a NUL byte";
}

static std::string line_and_column(std::string_view read)
{
    const std::size_t newline = read.rfind('\n');
    return "line " + std::to_string(1 + std::count(read.begin(), read.end(), '\n')) + ", column "
        + std::to_string(
            newline == std::string_view::npos ? read.size() : read.size() - newline - 1);
}

namespace {

// The base class of nlohmann's ordered map. Its emplace_back() does not search for the name.
using Members = std::vector<Json::object_t::value_type, Json::object_t::allocator_type>;

// Adds a member. Growing the vector would copy its members with everything in them, since their
// names are constant; this function moves the values.
Json& add_member(Json::object_t& object, std::string name)
{
    auto& members = static_cast<Members&>(object);
    if (members.size() == members.capacity()) {
        Members larger;
        larger.reserve(std::max<std::size_t>(4, members.size() * 2));
        for (auto& [known, value] : members)
            larger.emplace_back(known, std::move(value));
        members.swap(larger);
    }
    return members.emplace_back(std::move(name), nullptr).second;
}

// An object or array that is not complete yet. It moves if its parent grows, but its parent does
// not grow while it is open.
class Container {
public:
    explicit Container(Json& json)
        : json(&json)
        , index(ByName {json.is_object() ? json.get_ptr<Json::object_t*>() : nullptr})
    {
    }

    bool is_array() const { return json->is_array(); }
    Json& add_element() { return json->get_ref<Json::array_t&>().emplace_back(nullptr); }

    // Returns the member of this name, or nullptr. An object with many members has an index, so
    // that the time does not grow with the square of their number.
    Json* find(std::string_view name)
    {
        constexpr std::size_t many = 16;
        auto& members = static_cast<Members&>(json->get_ref<Json::object_t&>());
        if (members.size() < many) {
            const auto found = std::find_if(members.begin(), members.end(),
                [&](const auto& member) { return member.first == name; });
            return found == members.end() ? nullptr : &found->second;
        }
        while (index.size() < members.size())
            index.insert(index.size());
        const auto found = index.find(name);
        return found == index.end() ? nullptr : &members[*found].second;
    }

    Json& add(std::string name)
    {
        return add_member(json->get_ref<Json::object_t&>(), std::move(name));
    }

private:
    // Compares indexes of members by the names of these members.
    struct ByName {
        using is_transparent = void;
        const Json::object_t* members;
        std::string_view name(std::size_t number) const
        {
            return static_cast<const Members&>(*members)[number].first;
        }
        bool operator()(std::size_t left, std::size_t right) const
        {
            return name(left) < name(right);
        }
        bool operator()(std::size_t left, std::string_view right) const
        {
            return name(left) < right;
        }
        bool operator()(std::string_view left, std::size_t right) const
        {
            return left < name(right);
        }
    };

    Json* json;
    std::set<std::size_t, ByName> index;
};

// Checks the limits while a text is parsed. Builds no value.
class Bounds : public nlohmann::json_sax<Json> {
public:
    explicit Bounds(const JsonRules& rules)
        : rules(rules)
    {
    }

protected:
    const JsonRules& rules;

    std::size_t depth() const { return names.size(); }

    void meet()
    {
        if (++values > rules.max_values)
            refuse("has more than " + std::to_string(rules.max_values) + " values");
    }

    void enter()
    {
        if (depth() >= rules.max_depth)
            refuse("nests deeper than " + std::to_string(rules.max_depth));
        names.push_back(0);
        meet();
    }

    void leave() { names.pop_back(); }

    void meet_name()
    {
        comparisons += names.back()++;
        if (comparisons > rules.max_comparisons)
            refuse("has too many names in one object");
    }

    [[noreturn]] void refuse_repeated(std::string_view name) const
    {
        throw ToolError(Code::bad_request,
            rules.subject + " names " + text::in_quotes(name) + " twice", "give each field once");
    }

    // `place` is the number of bytes of the whole text that were read; the last of them is wrong.
    [[noreturn]] void refuse_as_no_json(
        std::string_view whole, std::size_t place, const nlohmann::detail::exception& error) const
    {
        constexpr std::size_t max_reason = 200;
        // The reason is like "[json.exception.parse_error.101] parse error at line 1, column 2:
        // syntax error while …; last read: …". Its line and column are those in the shortened text.
        std::string reason = error.what();
        reason.erase(0, std::min(reason.find("] ") + 2, reason.size()));
        if (reason.starts_with("parse error at line "))
            reason.replace(0, std::min(reason.find(": "), reason.size()),
                "parse error at " + line_and_column(whole.substr(0, place)));
        // Drops the text that was read last.
        reason.erase(std::min(reason.find(';'), reason.size()));
        throw ToolError(Code::bad_request,
            rules.subject + " is not JSON, at byte " + std::to_string(place) + ": "
                + text::shortened(text::printable(reason), max_reason),
            rules.hint);
    }

private:
    [[noreturn]] void refuse(const std::string& why) const
    {
        throw ToolError(Code::bad_request, rules.subject + " " + why);
    }
    // The number of names of each open container; 0 for an array.
    std::vector<std::size_t> names;
    std::size_t comparisons = 0;
    std::size_t values = 0;
};

// Builds the value. Puts the long strings, which were taken out before parsing, back into their
// places. If `wanted` is set, only these members of the outermost object are built.
class Builder : public Bounds {
public:
    Builder(std::string_view whole, const JsonRules& rules, const std::vector<std::string>* wanted,
        ShortenedJson& shortened)
        : Bounds(rules)
        , whole(whole)
        , wanted(wanted)
        , shortened(shortened)
    {
    }

    Json document;

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override
    {
        return put(value);
    }
    bool string(string_t& value) override { return put(original(value)); }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*count*/) override { return open(Json::object()); }
    bool start_array(std::size_t /*count*/) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& short_name) override
    {
        meet_name();
        std::string name = original(short_name);
        if (wanted != nullptr && depth() == 1)
            is_skipping = std::find(wanted->begin(), wanted->end(), name) == wanted->end();
        if (is_skipping)
            return true;
        Json* const known = containers.back().find(name);
        if (known != nullptr && rules.repeated == RepeatedNames::refused)
            refuse_repeated(name);
        member = known != nullptr ? known : &containers.back().add(std::move(name));
        return true;
    }

    // In a shortened text, the position differs from that in the whole text.
    bool parse_error(std::size_t position, const std::string& /*token*/,
        const nlohmann::detail::exception& error) override
    {
        // The position is the number of bytes that were read; the last of them is wrong.
        const std::size_t place = position == 0 ? 0 : shortened.original_place(position - 1) + 1;
        refuse_as_no_json(whole, place, error);
    }

private:
    std::string original(std::string& value)
    {
        const auto found = shortened.long_strings.find(strings++);
        return std::move(found == shortened.long_strings.end() ? value : found->second);
    }
    Json& place()
    {
        return containers.empty()          ? document
            : containers.back().is_array() ? containers.back().add_element()
                                           : *member;
    }

    template<class Value>
    bool put(Value&& value)
    {
        meet();
        if (!is_skipping && !is_unwanted_document())
            place() = std::forward<Value>(value);
        return true;
    }

    bool open(Json empty)
    {
        is_skipping = is_skipping || (is_unwanted_document() && empty.is_array());
        enter();
        if (is_skipping)
            return true;
        Json& container = place();
        container = std::move(empty);
        containers.emplace_back(container);
        return true;
    }

    bool close()
    {
        leave();
        if (!is_skipping)
            containers.pop_back();
        return true;
    }

    bool is_unwanted_document() const { return wanted != nullptr && depth() == 0; }

    std::string_view whole;
    const std::vector<std::string>* wanted;
    bool is_skipping = false;
    ShortenedJson& shortened;
    std::size_t strings = 0; // number of strings read so far
    std::vector<Container> containers; // open objects and arrays, the outermost first
    Json* member = nullptr; // member of the innermost object that gets the next value
};

}

static Json parse(
    std::string_view text, const JsonRules& rules, const std::vector<std::string>* wanted)
{
    const auto refuse = [&](const std::string& problem) {
        throw ToolError(Code::bad_request, rules.subject + " is not JSON, " + problem, rules.hint);
    };
    if (const std::string problem = stray_bytes_in(text); !problem.empty())
        refuse(problem);
    ShortenedJson shortened = shorten(text);
    const auto refuse_at = [&](std::size_t place, const char* what) {
        if (place != ShortenedJson::npos)
            refuse("at byte " + std::to_string(place + 1) + ": " + what);
    };
    refuse_at(shortened.long_number, "a number has more than 1000 characters");
    refuse_at(shortened.unclosed, "a string has no end");
    refuse_at(shortened.invalid, "a string has an escape or a character that is not allowed");
    Builder builder(text, rules, wanted, shortened);
    const std::string_view read = shortened.text.empty() ? text : shortened.text;
    Json::sax_parse(read.begin(), read.end(), &builder);
    return std::move(builder.document);
}

Json parse_json(std::string_view text, const JsonRules& rules)
{
    return parse(text, rules, nullptr);
}

Json parse_bounded(std::string_view text, RepeatedNames repeated)
{
    return parse(text, {.repeated = repeated}, nullptr);
}

Json parse_or(std::string_view text, Json otherwise)
{
    try {
        Json parsed = parse_bounded(text);
        if (parsed.type() == otherwise.type())
            return parsed;
    } catch (const ToolError&) { // malformed
    }
    return otherwise;
}

Json members_in(std::string_view text, const std::vector<std::string>& names)
{
    return parse(text, {}, &names);
}

Json parse_request(std::string_view text)
{
    // Not needed, since the number of values is limited.
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    static const JsonRules rules {.max_values = 100'000,
        .max_comparisons = any,
        .repeated = RepeatedNames::refused,
        .subject = "the request",
        .hint = "send one JSON object, in UTF-8"};
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Json::object();
    Json request = parse_json(text, rules);
    if (!request.is_object())
        throw ToolError(Code::bad_request,
            "the request is a JSON " + std::string(request.type_name()) + ", not an object",
            "send an object, such as {}");
    return request;
}

}

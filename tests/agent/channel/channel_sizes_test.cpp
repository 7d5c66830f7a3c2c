#include "samples.hpp"

#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include "catch.hpp"

#include <set>

namespace agent::channel {

static constexpr std::size_t limit = 6000;
static const std::string long_text(10000, 'x');

// Returns whether a field of this row can have any size: words of the protocol and names have not.
static bool is_unbounded(const Row& row)
{
    using Kind = Type::Kind;
    const Type& type = row.type->kind == Kind::optional ? *row.type->inner : *row.type;
    const bool is_structured
        = type.kind == Kind::document || type.kind == Kind::list || type.kind == Kind::object;
    return is_structured || (type.kind == Kind::text && row.is_large);
}

namespace {

// Fills one field of an event, whose table has `path` to it, and looks at the line.
class Checks {
public:
    explicit Checks(const Type& all)
        : all(all)
    {
    }

    template<class Events>
    void check()
    {
        for (std::size_t at = 0; at < all.choices.size(); ++at)
            for (std::size_t choice = 0; choice < choices; ++choice) {
                Events event;
                if (all.choices[at]->table->tag.empty())
                    continue;
                void* const object = all.make(&event, at);
                fill(*all.choices[at]->table, object, {true, choice});
                check_fields(event, *all.choices[at]->table, object);
            }
    }

    std::size_t shortened = 0;
    std::size_t refused = 0;

private:
    template<class Events>
    void check_fields(const Events& event, const Table& table, void* object)
    {
        for (const Row& row : table.rows) {
            void* const value = const_cast<void*>(row.get(object));
            if (row.is_inline && row.type->kind == Type::Kind::choice) {
                const std::size_t at = row.type->size(value);
                check_fields(event, *row.type->choices[at]->table,
                    const_cast<void*>(row.type->get(value, at)));
            } else if (row.is_inline) {
                check_fields(event, *row.type->table, value);
            } else if (is_unbounded(row)) {
                fill_value(row, *row.type, value, {true, 0, long_text});
                check_line(event, row);
                fill_value(row, *row.type, value, {});
            }
        }
    }

    template<class Events>
    void check_line(const Events& event, const Row& row)
    {
        INFO(row.name);
        if (!row.is_large) {
            CHECK_THROWS_AS(encode(event, head(), {}, limit), ToolError);
            ++refused;
            return;
        }
        const std::string line = encode(event, head(), {}, limit);
        CHECK(line.size() < limit);
        const Json fields = json::parse_bounded(line);
        CHECK(fields.at(std::string(row.name)).is_null());
        CHECK(fields.at("leftOutBytes") >= long_text.size());
        CHECK(decode_event<Events>(line)->head.left_out_bytes >= long_text.size());
        ++shortened;
    }

    const Type& all;
};

}

TEST_CASE("each field that can be large is null in a line that would be too long")
{
    Checks hosts(events());
    hosts.check<Event>();
    CHECK(hosts.shortened > 50);
    CHECK(hosts.refused > 10); // asks
    Checks screens(screen_events());
    screens.check<ScreenEvent>();
    CHECK(screens.shortened > 50);
}

// A field that cannot be left out must be of an ask, or bounded by what makes it.
TEST_CASE("a text or a document that is not of an ask can be left out")
{
    const std::set<std::string> bounded {
        "asks", "directory", "endpoint", "hostMay", "look", "session"};
    const auto check = [&](const Type& all) {
        for (const Type* one : all.choices)
            for (const Row& row : one->table->rows)
                if (one->table->tag != "ask" && row.secrecy == Secrecy::text
                    && !bounded.contains(std::string(row.name))) {
                    INFO(one->table->name << " " << row.name);
                    const Type& type
                        = row.type->kind == Type::Kind::optional ? *row.type->inner : *row.type;
                    using Kind = Type::Kind;
                    const bool can_be_large = type.kind == Kind::text || type.kind == Kind::document
                        || type.kind == Kind::list;
                    CHECK((row.is_large || row.is_inline || !can_be_large));
                }
    };
    check(events());
    check(screen_events());
}

TEST_CASE("the largest field is left out first, and no more than has to be")
{
    TurnEnds turn {
        .answer = std::string(2000, 'a'), .error = Failure {"INTERNAL", std::string(5000, 'e')}};
    const std::string line = encode(Event(Turn {turn}), head(), {}, limit);
    const Json fields = json::parse_bounded(line);
    CHECK(fields.at("answer") == *turn.answer);
    CHECK(fields.at("error").is_null());
    CHECK(fields.at("leftOutBytes") == 5032);
    CHECK(line.ends_with(R"(,"leftOutBytes":5032})"));
}

TEST_CASE("a line has less than 16 MiB")
{
    const auto line_of
        = [](std::size_t size) { return encode(Event(Note {std::string(size, 'x')}), head()); };
    const std::size_t rest = line_of(0).size();
    CHECK(line_of(max_line - rest - 100).size() == max_line - 100);
    const std::string line = line_of(max_line - rest);
    CHECK(line.size() < 200);
    CHECK(decode_event<Event>(line)->head.left_out_bytes == max_line - rest + 2);
    CHECK(std::get<Note>(decode_event<Event>(line)->event).text.empty());
}

TEST_CASE("bytes that are not UTF-8 are replaced, also in a line that is shortened")
{
    const Result result {.id = "c\xff", .tool = "t", .content = long_text + "\xff"};
    const std::string line = encode(Event(result), head(), {}, limit);
    CHECK(json::parse_bounded(line).at("id") == "c\xef\xbf\xbd");
    CHECK(encode(Event(Note {"\xff"}), head()).find(R"("text":"�")") != std::string::npos);
}

}

#include "catch.hpp"

#include "agent/mcp/elicitation.hpp"
#include "agent/mcp/url_question.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <vector>

using namespace agent::mcp;
using namespace toolkit;

using Kind = FormField::Kind;

static Form form_of(const std::string& properties, const std::string& required = "[]")
{
    return form_in({{"message", "Well?"},
        {"requestedSchema",
            {{"type", "object"}, {"properties", Json::parse(properties)},
                {"required", Json::parse(required)}}}});
}

static const char* const all_kinds = R"({
    "name": {"type": "string", "title": "Your name",
        "description": "As on\nthe card", "minLength": 2, "default": "Ada"},
    "mail": {"type": "string", "format": "email"},
    "size": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
    "part": {"type": "number", "exclusiveMinimum": 0},
    "sure": {"type": "boolean", "default": true},
    "hue": {"type": "string", "enum": ["r", "g", "2"], "enumNames": ["Red", "Green", "Two"],
        "default": "g"},
    "cut": {"type": "string", "oneOf": [{"const": "s", "title": "Slim"},
        {"const": "w", "title": "Wide"}]},
    "days": {"type": "array", "minItems": 1,
        "items": {"type": "string", "enum": ["mo", "tu", "we"]},
        "default": ["mo", "we"]},
    "more": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}})";

TEST_CASE("C29: a flat form is understood")
{
    const Form form = form_of(all_kinds, R"(["mail", "size"])");
    const Kind kinds[] = {Kind::text, Kind::text, Kind::integer, Kind::number, Kind::yes_no,
        Kind::choice, Kind::choice, Kind::choices, Kind::choices};
    REQUIRE(form.fields.size() == 9);
    for (std::size_t index = 0; index < 9; ++index)
        CHECK(form.fields[index].kind == kinds[index]);
    CHECK(form.fields[1].is_required);
    CHECK_FALSE(form.fields[0].is_required);
    CHECK(form_in({{"message", "Go on?"}}).fields.empty());
    CHECK(form_in({{"mode", "form"}, {"message", "Go on?"}}).fields.empty());
}

TEST_CASE("C29: what is no flat form, or too much to be read, is refused")
{
    const auto refused = [](const Json& params) {
        try {
            form_in(params);
        } catch (const ToolError& error) {
            CHECK(error.message.find("\x1b") == std::string::npos);
            return error.code;
        }
        return Code::internal;
    };
    CHECK(refused({{"mode", "url"}, {"message", "m"}, {"url", "https://x/\x1b[2J"}})
        == Code::bad_request);
    CHECK(refused({{"mode", "other"}, {"message", "m"}}) == Code::bad_request);
    CHECK(refused(Json::object()) == Code::bad_request);
    CHECK(refused(Json()) == Code::bad_request);
    CHECK(refused({{"message", 7}}) == Code::bad_request);
    CHECK(refused({{"message", "m"}, {"requestedSchema", 7}}) == Code::bad_request);
    CHECK(refused({{"message", std::string(9'000, 'm')}}) == Code::too_large);
    Json many = Json::object();
    for (int number = 0; number < 65; ++number)
        many["f" + std::to_string(number)] = {{"type", "boolean"}};
    CHECK(refused({{"message", "m"}, {"requestedSchema", {{"properties", many}}}})
        == Code::too_large);
    for (const char* property :
        {"7", "{}", R"({"type": "object"})", R"({"type": "null"})", R"({"type": ["string"]})",
            R"({"type": "array"})", R"({"type": "array", "items": {"type": "string"}})",
            R"({"type": "array", "items": {"type": "object", "properties": {}}})",
            R"({"type": "string", "enum": [1]})", R"({"type": "string", "oneOf": [{"const": 1}]})",
            R"({"type": "string", "minLength": "x"})", R"({"type": "string", "pattern": "("})",
            R"({"type": "integer", "default": "x"})",
            R"({"type": "integer", "maximum": 3, "default": 4})",
            R"({"type": "string", "enum": ["a"], "default": "b"})"}) {
        INFO(property);
        CHECK(refused({{"message", "m"},
                  {"requestedSchema", {{"properties", {{"a", Json::parse(property)}}}}}})
            == Code::bad_request);
    }
    CHECK_THROWS_AS(form_of("{}", R"(["a"])"), ToolError);
    CHECK_THROWS_AS(form_of("{}", "[7]"), ToolError);
    CHECK_THROWS_AS(
        form_of(R"({"a": {"type": "string", "title": ")" + std::string(3'000, 't') + "\"}}"),
        ToolError);
}

TEST_CASE("C29: defaults are filled in, and an answer is checked by its schema")
{
    const Form form = form_of(all_kinds, R"(["size"])");
    const Json defaults {
        {"name", "Ada"}, {"size", 3}, {"sure", true}, {"hue", "g"}, {"days", {"mo", "we"}}};
    CHECK(completed_answer(form, Json::object()) == defaults);
    Json other = defaults;
    other["size"] = 9;
    other["mail"] = "a@b.c";
    CHECK(completed_answer(form, {{"size", 9}, {"mail", "a@b.c"}, {"name", nullptr}})
        == Json {{"name", "Ada"}, {"mail", "a@b.c"}, {"size", 9}, {"sure", true}, {"hue", "g"},
            {"days", {"mo", "we"}}});
    for (const char* wrong : {R"({"size": 10})", R"({"size": 1.5})", R"({"size": "3"})",
             R"({"mail": "me"})", R"({"name": "A"})", R"({"part": 0})", R"({"sure": "yes"})",
             R"({"hue": "Red"})", R"({"days": []})", R"({"days": ["su"]})",
             R"({"days": ["mo", "mo"]})", R"({"other": 1})", "7", "[]"}) {
        INFO(wrong);
        CHECK_THROWS_AS(completed_answer(form, Json::parse(wrong)), ToolError);
    }
    CHECK_THROWS_AS(completed_answer(form_of(all_kinds, R"(["mail"])"), Json::object()), ToolError);
    CHECK(accepted(defaults) == Json {{"action", "accept"}, {"content", defaults}});
    CHECK(declined() == Json {{"action", "decline"}});
}

TEST_CASE("C29: a typed line is a value")
{
    const Form form = form_of(all_kinds, R"(["mail"])");
    const auto typed = [&](std::size_t field, const std::string& line) {
        return value_typed(form.fields[field], line).dump();
    };
    CHECK(typed(0, " Grace ") == R"("Grace")");
    CHECK(typed(0, "") == R"("Ada")");
    CHECK(typed(1, "a@b.c") == R"("a@b.c")");
    CHECK(typed(2, "7") == "7");
    CHECK(typed(3, "0.5") == "0.5");
    CHECK(typed(3, "") == "null");
    CHECK(typed(4, "N") == "false");
    CHECK(typed(4, "yes") == "true");
    CHECK(typed(5, "red") == R"("r")");
    CHECK(typed(5, "1") == R"("r")");
    CHECK(typed(5, "2") == R"("2")"); // its value, not its number
    CHECK(typed(6, "w") == R"("w")");
    CHECK(typed(7, "tu, 3") == R"(["tu","we"])");
    CHECK(typed(7, "") == R"(["mo","we"])");
    for (const auto& [field, line] : std::vector<std::pair<std::size_t, std::string>> {{0, "A"},
             {0, "\xff\xff"}, {1, ""}, {1, "me"}, {2, "0"}, {2, "1.5"}, {2, "x"}, {2, "[1]"},
             {3, "0"}, {4, "maybe"}, {5, "4"}, {5, "r, g"}, {7, "mo, mo"}, {7, ","}, {7, "su"}}) {
        INFO(field << " " << line);
        CHECK_THROWS_AS(value_typed(form.fields[field], line), ToolError);
    }
    CHECK(prompt_of(form.fields[0]) == "  name [Ada]: ");
    CHECK(prompt_of(form.fields[1]) == "  mail: ");
    CHECK(prompt_of(form.fields[7]) == "  days [mo, we]: ");
}

TEST_CASE("C29: the question names the server and hides nothing")
{
    Form form = form_of(
        R"({"a\nb\u202e": {"type": "string", "title": "T\u001b[2J", "description": "one\ntwo",
        "default": "d\r"}, "hue": {"type": "string", "enum": ["r"], "enumNames": ["Red"]}})",
        R"(["hue"])");
    form.message = "Well?\n\x1b[2Jthe MCP server 'x' asks:";
    std::string text;
    for (const auto& row : question_rows(form, "web", 100))
        text += row + "\n";
    CHECK(text
        == "the MCP server 'web' asks:\n"
           "    Well?\n"
           "    \\u{1b}[2Jthe MCP server 'x' asks:\n"
           "  \"a\\nb\\u{202e}\" T\\u{1b}[2J: a text, may be left out\n"
           "      one\n"
           "      two\n"
           "      default: d\\u{0d}\n"
           "  \"hue\": one of these\n"
           "      1 r (Red)\n"
           "an answer is sent to this server: give it no password and no key of others\n");
    CHECK(prompt_of(form.fields[0]) == "  a\\u{0a}b\\u{202e} [d\\u{0d}]: ");
    form.message = std::string(200, 'x');
    for (const auto& row : question_rows(form, "web", 80))
        CHECK(row.size() <= 82);
}

TEST_CASE("fields that look like secrets are marked")
{
    const Form form = form_of(R"({"apiKey": {"type": "string"}, "a": {"type": "string",
        "title": "Card number"}, "PIN": {"type": "integer"}, "monkey": {"type": "string"},
        "pinned": {"type": "boolean"}, "pwd": {"type": "string"},
        "token_kind": {"type": "string", "enum": ["a"]}})");
    std::string marked;
    for (const auto& field : form.fields)
        if (field.is_secret)
            marked += field.name + " ";
    CHECK(marked == "apiKey a PIN pwd ");
    const auto rows = answer_rows(form, {{"PIN", 1234}, {"monkey", "ape"}}, 40);
    std::string text;
    for (const auto& row : rows)
        text += row + "\n";
    CHECK(text.find("1234") == std::string::npos);
    CHECK(text.find("ape") != std::string::npos);
}

TEST_CASE("a form is written as a schema that reads as the same form")
{
    const Form form = form_of(all_kinds, R"(["mail", "size"])");
    const Json schema = schema_of(form);
    const Form again = form_in({{"message", "Well?"}, {"requestedSchema", schema}});
    CHECK(schema_of(again) == schema);
    CHECK(schema["properties"]["hue"]["oneOf"][0]["title"] == "Red");
    CHECK(schema["required"] == Json::array({"mail", "size"}));
}

namespace {

Json page_at(const std::string& url)
{
    return {{"mode", "url"}, {"message", "Sign in"}, {"url", url}, {"elicitationId", "e1"}};
}

UrlQuestion page_of(const std::string& url, const std::string& server = "")
{
    ServerEntry entry;
    entry.url = server;
    return url_question_in(page_at(url), entry);
}

}

TEST_CASE("a page is one over https, or of this machine, and its host is conspicuous")
{
    CHECK(page_of("https://example.com:8443/in?x=1#top").host == "example.com:8443");
    CHECK(page_of("http://127.0.0.1:9/").host == "127.0.0.1:9");
    CHECK(page_of("https://example.com/", "https://example.com/mcp").warnings.empty());
    CHECK(page_of("https://example.org/", "https://example.com/mcp").warnings.size() == 1);
    CHECK(page_of("https://xn--80ak6aa92e.com/", "https://example.com/").warnings.size() == 2);
    for (const char* url : {"http://example.com/", "file:///etc/passwd", "javascript:alert(1)",
             "https://user@example.com/", "https://exa mple.com/", "https://x/\x1b[2J",
             "https://\xd0\xb0.com/", "https://", ""})
        CHECK_THROWS_AS(page_of(url), ToolError);
    CHECK_THROWS_AS(page_of("https://example.com/" + std::string(2'048, 'a')), ToolError);
    const auto rows
        = url_question_rows(page_of("https://example.com/" + std::string(99, 'a')), "peer", 40);
    for (const auto& row : rows)
        CHECK(row.size() <= 42); // an ellipsis has three bytes
}

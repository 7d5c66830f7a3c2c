#include "catch.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/tool/field.hpp"
#include "toolkit/tool/parameter.hpp"
#include "toolkit/tool/parameter_check.hpp"

using namespace toolkit;
using namespace toolkit::tool;

namespace {

enum class Colour { red, green };
constexpr auto choices(Colour)
{
    return std::array {Choice {Colour::red, "red"}, Choice {Colour::green, "green"}};
}

struct Edit {
    std::string old_string;
    std::string new_string = "";
    bool replace_all = false;
};

struct Request {
    std::string path;
    std::string content;
    std::int64_t count = 1;
    bool deep = false;
    std::vector<std::string> globs;
    std::vector<std::string> args;
    std::map<std::string, std::string> env;
    std::optional<TextOrList> command;
    std::optional<std::string> mode;
    std::int64_t seconds = 0;
    Colour colour = Colour::red;
    std::vector<Edit> edits;
};

const std::vector<Parameter<Edit>> edit_rows {
    required("oldString", &Edit::old_string).alias("old_text"),
    required("newString", &Edit::new_string),
    optional("replaceAll", &Edit::replace_all),
};

const std::vector<Parameter<Request>> checked_table {
    required_path(&Request::path, ""),
    optional("content", &Request::content).or_base64("contentBase64"),
    optional("maxCount", &Request::count, "", between(1, 1000)).alias("limit"),
    optional("deep", &Request::deep).alias("-d"),
    optional("globs", &Request::globs, "", at_most_items(3)),
    optional("args", &Request::args).only_a_list(),
    optional("env", &Request::env),
    optional("command", &Request::command).unlisted(),
    optional("modeOctal", &Request::mode).of_format(octal_mode_format),
    optional("timeoutSec", &Request::seconds, "", at_least(0))
        .hint_for("timeout", "timeoutSec is in seconds"),
    optional("colour", &Request::colour),
    optional("edits", &Request::edits, edit_rows),
    ignored<Request>("explanation"),
};

std::vector<Field> fields()
{
    std::vector<Field> result;
    Request usual;
    for (const auto& parameter : checked_table)
        result.push_back(field_of(parameter.field, parameter.place(usual)));
    return result;
}

Json checked(const std::string& request) { return check(fields(), Json::parse(request)); }

// "message | hint"
std::string refusal(const std::string& request)
{
    try {
        checked(request);
        return "it is accepted";
    } catch (const ToolError& error) {
        CHECK(error.code == Code::bad_request);
        return error.message + " | " + error.hint;
    }
}

}

TEST_CASE("null means that a field is absent")
{
    CHECK(checked(R"({"path":"a","maxCount":null,"edits":null,"contentBase64":null,"other":null})")
        == Json {{"path", "a"}});
    CHECK(refusal(R"({"path":null})") == "the request lacks 'path' | ");
    CHECK(refusal(R"({"path":"a","globs":["b",null]})")
        == "'globs[1]' must be a string, not null | ");
}

TEST_CASE("a value of another spelling is accepted if it means one thing")
{
    const struct {
        const char* given;
        const char* taken;
    } rows[] = {
        {R"({"maxCount":"2"})", R"({"maxCount":2})"},
        {R"({"maxCount":"2.0"})", R"({"maxCount":2})"},
        {R"({"maxCount":3.0})", R"({"maxCount":3.0})"},
        {R"({"deep":"true"})", R"({"deep":true})"},
        {R"({"deep":"false"})", R"({"deep":false})"},
        {R"({"globs":"*.c"})", R"({"globs":["*.c"]})"},
        {R"({"globs":"[ab].c"})", R"({"globs":["[ab].c"]})"},
        {R"({"globs":"[1,2]"})", R"({"globs":["[1,2]"]})"},
        {R"({"globs":"[\"a\",\"b\"]"})", R"({"globs":["a","b"]})"},
        {R"({"env":"{\"A\":\"b\"}"})", R"({"env":{"A":"b"}})"},
        {R"({"command":"ls -l"})", R"({"command":"ls -l"})"},
        {R"({"command":["ls","-l"]})", R"({"command":["ls","-l"]})"},
        {R"({"command":"[\"ls\"]"})", R"({"command":"[\"ls\"]"})"},
        {R"({"content":"[\"a\"]"})", R"({"content":"[\"a\"]"})"},
        {R"({"modeOctal":"644"})", R"({"modeOctal":"644"})"},
        {R"({"explanation":{"why":[1]}})", "{}"},
        {R"({"max_count":2})", R"({"maxCount":2})"},
        {R"({"MAX-COUNT":2})", R"({"maxCount":2})"},
        {R"({"limit":2})", R"({"maxCount":2})"},
        {R"({"limit":2,"maxCount":"2"})", R"({"maxCount":2})"},
        {R"({"-d":true})", R"({"deep":true})"},
        {R"({"contentBase64":"YQ=="})", R"({"content":"a"})"},
        {R"({"edits":{"oldString":"a","newString":"b"}})",
            R"({"edits":[{"oldString":"a","newString":"b"}]})"},
        {R"({"edits":"[{\"old_text\":\"a\",\"new_string\":\"b\",\"replaceAll\":null}]"})",
            R"({"edits":[{"oldString":"a","newString":"b"}]})"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.given);
        Json request = Json::parse(row.given);
        request["path"] = "p";
        Json expected = Json::parse(row.taken);
        Json taken = check(fields(), request);
        CHECK(taken.at("path") == "p");
        taken.erase("path");
        CHECK(taken.dump() == expected.dump());
    }
}

TEST_CASE("a value that could mean two things, or nothing, is refused")
{
    for (const char* value : {R"({"maxCount":" 2"})", R"({"maxCount":"+2"})",
             R"({"maxCount":"02"})", R"({"maxCount":"2."})", R"({"maxCount":"2.5"})",
             R"({"maxCount":""})", R"({"maxCount":"0x2"})", R"({"maxCount":"9223372036854775808"})",
             R"({"maxCount":true})", R"({"deep":1})", R"({"deep":"yes"})", R"({"deep":"True"})",
             R"({"deep":""})", R"({"globs":[1]})", R"({"args":"-l"})", R"({"args":"[\"-l\"]"})",
             R"({"command":[1]})", R"({"command":{}})", R"({"content":["a"]})", R"({"env":"A=b"})",
             R"({"edits":"a"})", R"({"edits":["a"]})", R"({"modeOctal":"4755"})",
             R"({"contentBase64":"YQ"})", R"({"-D":true})"}) {
        CAPTURE(value);
        Json request = Json::parse(value);
        request["path"] = "p";
        CHECK_THROWS_AS(check(fields(), request), ToolError);
    }
}

TEST_CASE("one error names everything that is wrong")
{
    CHECK(refusal(R"({"pth":"a","zzzzzz":1,"deep":3,"maxCount":0})")
        == "the request has the unknown fields 'pth' and 'zzzzzz'; 'deep' must be a boolean, not "
           "3; 'maxCount' must be at least 1, not 0 | did you mean 'path' for 'pth'? the fields "
           "are 'path', 'content', 'maxCount', 'deep', 'globs', 'args', 'env', 'modeOctal', "
           "'timeoutSec', 'colour', 'edits'");
    CHECK(
        refusal(R"({"deep":3})") == "'deep' must be a boolean, not 3; the request lacks 'path' | ");
    CHECK(refusal(
        R"({"path":"a","edits":[{"oldString":"a","newString":"b"},{"oldString":7},{"ol":1}]})")
              .starts_with("'edits[2]' has an unknown field 'ol'; 'edits[1].oldString' must be a "
                           "string, not 7; 'edits[1]' lacks 'newString'; 'edits[2]' lacks "));
    CHECK(refusal(R"({"path":"a","timeout":5})")
        == "the request has an unknown field 'timeout' | timeoutSec is in seconds");
    CHECK(refusal(R"({"path":"a","file_path":"b"})")
        == "'path' and 'file_path' are two names for one field | send only one of them");
    std::string many = R"({"path":"a")";
    for (int index = 0; index < 1000; ++index)
        many += ",\"x" + std::to_string(index) + "\":1";
    CHECK(refusal(many + "}").size() < 500);
}

TEST_CASE("the hint has the request as it should be, which is accepted")
{
    const struct {
        const char* given;
        const char* corrected;
    } rows[] = {
        {R"({"pth":"a","maxCont":"2"})", R"({"path":"a","maxCount":2})"},
        {R"({"file_path":"a","deep":"yes","maxCount":5000})",
            R"({"path":"a","deep":true,"maxCount":1000})"},
        {R"({"path":"a","args":"-l -a"})", R"({"path":"a","args":["-l","-a"]})"},
        {R"({"path":"a","args":"[\"-l\"]"})", R"({"path":"a","args":["-l"]})"},
        {R"({"path":"a","args":["-n",5],"explanation":"x"})", R"({"path":"a","args":["-n","5"]})"},
        {R"({"path":"a","colour":"GREEN","modeOctal":null})", R"({"path":"a","colour":"green"})"},
        {R"({"path":"a","content":7,"deep":1})", R"({"path":"a","content":"7","deep":true})"},
        {R"({"pth":"a","contentBase64":"YQ=="})", R"({"path":"a","contentBase64":"YQ=="})"},
        {R"({"path":"a","edits":[{"old_text":"x","newStrng":"y"}]})",
            R"({"path":"a","edits":[{"oldString":"x","newString":"y"}]})"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.given);
        const std::string text = refusal(row.given);
        const std::size_t send = text.find("send {");
        REQUIRE(send != std::string::npos);
        CHECK(text.substr(send + 5) == row.corrected);
        CHECK_NOTHROW(checked(text.substr(send + 5)));
    }
}

TEST_CASE("there is no corrected request if a part of it would be a guess")
{
    for (const char* request :
        {R"({"path":"a","timeout":"5"})", R"({"pth":"a","zzzzzz":1})",
            R"({"path":"a","args":"-c 'a b'"})", R"({"pth":"a","deep":"maybe"})",
            R"({"path":"a","maxCount":0})", R"({"deep":"yes"})", R"({"path":"a","file_path":"b"})"})
        CHECK(refusal(request).find("send {") == std::string::npos);
    const std::string large(2000, 'x');
    CHECK(refusal(R"({"pth":"a","content":")" + large + "\"}")
        == "the request has an unknown field 'pth' | did you mean 'path'?");
}

TEST_CASE("values get into the places of a request, also those of a list of objects")
{
    Json json = checked(R"({"path":"a","command":["ls"],"modeOctal":"0644","edits":
        [{"oldString":"a","newString":"b","replace_all":"true"},
         {"oldString":"c","newString":""}]})");
    Request request;
    for (const auto& parameter : checked_table)
        assign(parameter.field, parameter.slot(request), json);
    CHECK(std::get<std::vector<std::string>>(request.command.value())
        == std::vector<std::string> {"ls"});
    REQUIRE(request.edits.size() == 2);
    CHECK(request.edits[0].replace_all);
    CHECK(request.edits[1].old_string == "c");
    CHECK(!request.edits[1].replace_all);
}

TEST_CASE("the schema lists what a model is to send")
{
    CHECK(schema_of(fields()).at("properties").at("edits").dump()
        == R"({"type":"array","items":{"type":"object","properties":{"oldString":{"type":"string"},)"
           R"("newString":{"type":"string"},"replaceAll":{"type":"boolean"}},)"
           R"("required":["oldString","newString"],"additionalProperties":false}})");
    const Json properties = schema_of(fields()).at("properties");
    CHECK(!properties.contains("command"));
    CHECK(!properties.contains("explanation"));
    CHECK(properties.at("path") == Json {{"type", "string"}, {"minLength", 1}});
    CHECK(properties.at("modeOctal").at("pattern") == "^0?[0-7]{3}$");
}

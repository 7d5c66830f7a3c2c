#include "catch.hpp"

#include "agent/mcp/call_result.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

using namespace agent;
using namespace agent::mcp;
using namespace toolkit;

namespace fs = std::filesystem;

namespace {

// A workspace of its own, and what results in it are told.
class ResultPlace {
public:
    ResultPlace()
    {
        std::string name = (fs::temp_directory_path() / "results-XXXXXX").string();
        place = mkdtemp(name.data());
        files = std::make_unique<calls::ResultFiles>(place.string());
    }
    ~ResultPlace() { fs::remove_all(place); }
    ResultPlace(const ResultPlace&) = delete;
    ResultPlace& operator=(const ResultPlace&) = delete;

    calls::ToolAnswer told(const Json& result, const ServerTool& tool = {})
    {
        return answer_of(result, tool, {server, *files, redaction});
    }
    calls::ToolAnswer told_confined(const Json& result, const std::string& hint)
    {
        return answer_of(result, {}, {server, *files, redaction, usual_limits, true, hint});
    }
    calls::ToolAnswer passed(const Json& result, const ServerTool& tool = {})
    {
        return passed_answer(result, tool, {server, *files, redaction});
    }
    calls::ToolAnswer told_of_resource(const Json& result)
    {
        return answer_of_resource(result, {server, *files, redaction});
    }
    const fs::path& path() const { return place; }
    std::size_t file_count() const
    {
        const fs::path outputs = place / ".agentcli/output";
        return fs::exists(outputs) ? static_cast<std::size_t>(
                   std::distance(fs::directory_iterator(outputs), fs::directory_iterator()))
                                   : 0;
    }
    std::string content_of(const std::string& file) const
    {
        std::ostringstream text;
        text << std::ifstream(place / file).rdbuf();
        return text.str();
    }

private:
    fs::path place;
    std::string server = "web";
    std::unique_ptr<calls::ResultFiles> files;
    redaction::Redaction redaction {{{"hunter22hunter22"}, {}, redaction::Shapes::none, {}}};
};

Json text_block(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

Json content(const std::vector<Json>& blocks)
{
    Json list = Json::array();
    for (const auto& block : blocks)
        list.push_back(block);
    return {{"content", list}};
}

// The only path in a text.
std::string path_in(const std::string& text)
{
    const std::size_t begin = text.find(".agentcli/output/");
    return begin == std::string::npos ? "" : text.substr(begin, text.find(']', begin) - begin);
}

}

TEST_CASE("C27: texts in their order, or structuredContent if it says more")
{
    ResultPlace place;
    const struct {
        Json result;
        std::string text;
    } rows[] = {
        {content({text_block("one"), text_block("two\n"), text_block("three")}), "one\ntwo\nthree"},
        {content({text_block("é\x1b[2J")}), "é\x1b[2J"},
        {content({}), "[no content]"},
        {content({text_block("")}), "[no content]"},
        {{{"structuredContent", {{"a", 1}}}}, R"({"a":1})"},
        {{{"content", {text_block("a is 1")}}, {"structuredContent", {{"a", 1}}}}, R"({"a":1})"},
        {{{"content", {text_block("a is one")}}, {"structuredContent", {{"a", 1}}}}, "a is one"},
        {{{"content", {text_block("3 found")}},
             {"structuredContent", {{"found", {"x", "y", "z"}}}}},
            R"({"found":["x","y","z"]})"},
        {{{"content", {text_block("line\n\"1\"")}},
             {"structuredContent", {{"result", "line\n\"1\""}}}},
            "line\n\"1\""},
        {{{"content", {text_block("7")}}, {"structuredContent", {{"result", 7}}}}, "7"},
        {{{"content", {text_block("one"), text_block("{\"a\": 1}")}},
             {"structuredContent", {{"result", {"one", {{"a", 1}}}}}}},
            "one\n{\"a\": 1}"},
        {{{"content", {text_block("one"), text_block("two")}},
             {"structuredContent", {{"result", {"one", "TWO"}}}}},
            R"({"result":["one","TWO"]})"},
        {{{"content", Json::array()}, {"structuredContent", {{"result", Json::array()}}}},
            R"({"result":[]})"},
        {{{"content", {text_block("x"), text_block(" { \"b\": [], \"a\": 1.0 }")}},
             {"structuredContent", {{"a", 1}, {"b", Json::array()}}}, {"isError", false}},
            "x\n { \"b\": [], \"a\": 1.0 }"},
        {{{"content", {text_block("{\"a\":1")}}, {"structuredContent", {{"a", 1}}}}, "{\"a\":1}"},
        {content({{{"type", "resource_link"}, {"uri", "file:///a\n\u202e]b"}, {"name", "A"},
             {"mimeType", "text/plain"}}}),
            "[link file:///a ]b, A, text/plain]"},
        {content({{{"type", "resource"}, {"resource", {{"uri", "x://y"}, {"text", "of y"}}}}}),
            "[resource x://y]\nof y"},
    };
    for (const auto& row : rows) {
        const calls::ToolAnswer answer = place.told(row.result);
        CHECK(answer.content == row.text);
        CHECK(answer.failure.empty());
        CHECK(answer.code.empty());
        CHECK_FALSE(answer.truncated);
    }
    CHECK(place.file_count() == 0);
}

TEST_CASE(
    "C27: what a reader does not see of a text is left out, and the model is told what it was")
{
    ResultPlace place;
    const std::string family = "👩\u200d👧 \u0645\u06cc\u200c\u062e";
    CHECK(place.told(content({text_block(family)})).content == family);
    const std::string note = "[left out, since a reader does not see it: U+E0041 (tag) ×2; U+202E "
                             "(direction)]";
    const std::string hidden = "\U000e0041\U000e0042\u202e";
    CHECK(place.told(content({text_block("one" + hidden), text_block("two\n")})).content
        == "one\ntwo\n" + note);
    CHECK(place.told(content({text_block(hidden)})).content == note);
    CHECK(place.told({{"structuredContent", {{"a", "b" + hidden}}}}).content
        == "{\"a\":\"b\"}\n" + note);
    CHECK(place.told_of_resource({{"contents", {{{"uri", "x://y"}, {"text", hidden + "of y"}}}}})
              .content
        == "of y\n" + note);
    Json failed = content({text_block("no" + hidden)});
    failed["isError"] = true;
    CHECK(
        place.told(failed).content == Json {{"error", "no\n" + note}, {"code", "IO_ERROR"}}.dump());

    const calls::ToolAnswer cut
        = place.told(content({text_block(hidden + std::string(200'000, 'x'))}));
    CHECK(cut.truncated);
    CHECK(cut.content.size() <= usual_limits.bytes);
    CHECK(cut.content.ends_with("x\n" + note));
    CHECK(place.content_of(path_in(cut.content)) == std::string(200'000, 'x'));

    // A client gets it as it came.
    CHECK(place.passed(content({text_block(hidden)})).passed == content({text_block(hidden)}));
}

TEST_CASE("C27: isError is an error with the same text")
{
    ResultPlace place;
    Json result = content({text_block("no such page"), text_block("\"x\"")});
    result["isError"] = true;
    const calls::ToolAnswer answer = place.told(result);
    CHECK(answer.content == R"({"error":"no such page\n\"x\"","code":"IO_ERROR"})");
    CHECK(answer.failure == "the MCP server 'web' reports an error: no such page\n\"x\"");
    CHECK(answer.code == "IO_ERROR");
    CHECK(place.told({{"content", Json::array()}, {"isError", true}}).content
        == R"({"error":"the MCP server 'web' reports an error, and does not say which","code":"IO_ERROR"})");
    // Its outputSchema is for answers alone.
    ServerTool tool;
    tool.declares_output = true;
    CHECK(place.told(result, tool).failure == answer.failure);
    // For the audit, whatever its length, and without a part of a secret.
    Json talking
        = content({text_block(std::string(290, 'x') + "hunter22hunter22" + std::string(900, 'x'))});
    talking["isError"] = true;
    CHECK(place.told(talking).failure.size() < 400);
    CHECK(place.told(talking).failure.find("hunter") == std::string::npos);
}

TEST_CASE("C27: what is no result is an error that names the server")
{
    ResultPlace place;
    for (const char* wrong : {"null", "7", "[]", R"({"content": "x"})", R"({"content": {}})",
             R"({"content": [7]})", R"({"content": [{}]})", R"({"content": [{"type": "text"}]})",
             R"({"content": [{"type": "text", "text": 7}]})", R"({"content": [{"type": "video"}]})",
             R"({"content": [{"type": "image", "mimeType": "image/png"}]})",
             R"({"content": [{"type": "image", "data": "%%%"}]})",
             R"({"content": [{"type": "resource"}]})",
             R"({"content": [{"type": "resource", "resource": {"uri": "x://y"}}]})",
             R"({"content": [{"type": "resource_link", "name": "x"}]})",
             R"({"content": [], "isError": "no"})", R"({"content": 7, "structuredContent": {}})"}) {
        INFO(wrong);
        const calls::ToolAnswer answer = place.told(Json::parse(wrong));
        CHECK(answer.failure.starts_with(
            "the MCP server 'web' has sent a result that can't be used: "));
        CHECK(answer.code == "INTERNAL");
        CHECK(json::parse_bounded(answer.content).at("error") == answer.failure);
        CHECK(place.told_of_resource(Json::parse(wrong)).code == "INTERNAL");
    }
    CHECK(place.file_count() == 0);
}

TEST_CASE("a result without content is none that fails")
{
    ResultPlace place;
    for (const char* empty :
        {"{}", R"({"content": null})", R"({"content": []})", R"({"isError": false, "_meta": {}})"})
        CHECK(place.told(Json::parse(empty)).content == "[no content]");
    CHECK(place.told(Json::parse(R"({"toolResult": "x", "_meta": {}})")).content
        == R"({"toolResult":"x"})");
    CHECK(place.told(Json::parse(R"({"isError": true})")).code == "IO_ERROR");
    CHECK(place.told_of_resource(Json::object()).code == "INTERNAL");
}

TEST_CASE("C27: output that breaks its outputSchema is an error")
{
    ResultPlace place;
    ServerTool tool;
    tool.declares_output = true;
    const auto text = content({text_block("x")});
    CHECK(place.told(text, tool)
              .failure.ends_with(
                  "it lacks the structuredContent that the tool's outputSchema promises"));
    Json result = text;
    result["structuredContent"] = {{"a", "b"}};
    CHECK(place.told(result, tool).failure.empty()); // a schema that can't be checked here
    tool.output_schema = std::make_shared<const json::Schema>(
        Json {{"properties", {{"a", {{"type", "integer"}}}}}}, nullptr);
    CHECK(place.told(result, tool)
              .failure.ends_with(
                  "it breaks the tool's outputSchema: 'a' must be an integer, not \"b\""));
    result["structuredContent"]["a"] = 3;
    CHECK(place.told(result, tool).failure.empty());
}

TEST_CASE("C27: a long text is cut in the middle, and the whole is in a file")
{
    ResultPlace place;
    std::string lines;
    while (lines.size() < 200'000)
        lines += "line " + std::to_string(lines.size()) + " é\n";
    const calls::ToolAnswer answer = place.told(content({text_block(lines)}));
    CHECK(answer.truncated);
    CHECK(answer.content.size() <= usual_limits.bytes);
    CHECK(answer.content.size() > usual_limits.bytes - 1'000);
    const std::string path = path_in(answer.content);
    CHECK(place.content_of(path) == lines);
    struct stat status { };
    REQUIRE(stat((place.path() / path).c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0600);
    const std::size_t mark = answer.content.find("\n[");
    CHECK(lines.starts_with(answer.content.substr(0, mark + 1)));
    CHECK(lines.ends_with(answer.content.substr(answer.content.find("]\n") + 2)));
    CHECK(answer.content.find(" newlines left out; the whole is in " + path) != std::string::npos);

    // At its limit it is whole.
    CHECK(place.told(content({text_block(std::string(usual_limits.bytes, 'x'))})).content
        == std::string(usual_limits.bytes, 'x'));
    // A text without newlines is cut between characters.
    std::string wide;
    while (wide.size() <= usual_limits.bytes)
        wide += "日本語";
    CHECK(text::is_utf8(place.told(content({text_block(wide)})).content));
    // So is an error.
    Json failing = content({text_block(lines)});
    failing["isError"] = true;
    CHECK(place.told(failing).truncated);
    CHECK(json::parse_bounded(place.told(failing).content).at("error").get<std::string>().size()
        <= usual_limits.bytes);
}

TEST_CASE("C27: a secret at a cut is redacted, in the file, too")
{
    ResultPlace place;
    const std::string secret = "hunter22hunter22";
    for (std::size_t offset = 0; offset <= secret.size(); ++offset) {
        const std::string before((usual_limits.bytes - 400) / 2 - offset, 'x');
        const calls::ToolAnswer answer
            = place.told(content({text_block(before + secret + std::string(100'000, 'y'))}));
        CHECK(answer.content.find("hunter22") == std::string::npos);
        CHECK(answer.content.find("hunt") == std::string::npos);
        CHECK(place.content_of(path_in(answer.content)).find("hunter22") == std::string::npos);
    }
}

TEST_CASE("C27: images, audio and blobs are files with type and size")
{
    ResultPlace place;
    const std::string png = std::string("\x89PNG\r\n\x1a\n\0\0", 10);
    const struct {
        Json block;
        std::string beginning, ending, bytes;
    } rows[] = {
        {{{"type", "image"}, {"data", text::base64_encode(png)}, {"mimeType", "image/jpeg"}},
            "[image, image/png, 10 bytes: ", ".png", png},
        {{{"type", "audio"}, {"data", "UklGRg=="}, {"mimeType", "audio/wav"}},
            "[audio, audio/wav, 4 bytes: ", ".wav", "RIFF"},
        {{{"type", "image"}, {"data", "eA\n==\r\n"}, {"mimeType", "a/b\x1b]"}},
            "[image, application/octet-stream, 1 bytes: ", ".bin", "x"},
        {{{"type", "resource"},
             {"resource", {{"uri", "x://y"}, {"blob", "eHk="}, {"mimeType", "../../z"}}}},
            "[resource x://y, ../../z, 2 bytes: ", ".bin", "xy"},
    };
    for (const auto& row : rows) {
        const calls::ToolAnswer answer = place.told(content({row.block}));
        const std::string path = path_in(answer.content);
        CHECK(answer.content.starts_with(row.beginning));
        CHECK(path.ends_with(row.ending));
        CHECK(place.content_of(path) == row.bytes);
    }
    CHECK(place
              .told_of_resource({{"contents",
                  {{{"uri", "x://y"}, {"text", "of y"}}, {{"uri", "x://z"}, {"blob", "eHk="}}}}})
              .content.starts_with("[resource x://y]\nof y\n[resource x://z, "
                                   "application/octet-stream, 2 bytes: .agentcli/output/"));
}

TEST_CASE("B11: a result that is passed on is as it came, but for what speaks for others")
{
    ResultPlace place;
    const Json result = json::parse_bounded(R"({"content":[{"type":"image","data":"AA==",
        "mimeType":"image/png"},{"type":"text","text":"a"}],"structuredContent":[1],"new":{},
        "resultType":"complete","_meta":{"their/key":1,"agentcli/audit":2,
        "io.modelcontextprotocol/serverInfo":3}})");
    Json same = result;
    same.erase("resultType");
    same["_meta"] = {{"their/key", 1}};
    CHECK(place.passed(result).passed == same);
    CHECK(place.passed(result).content == same.dump());
    CHECK(place.passed(result).failure.empty());
    CHECK(place.file_count() == 0);
    CHECK(place.passed({{"structuredContent", 1}}).passed
        == Json {{"structuredContent", 1}, {"content", Json::array()}});
    CHECK(place.passed(Json::object()).passed == Json {{"content", Json::array()}});

    const Json text = {{"type", "text"}, {"text", "no such file"}};
    const Json failed = {{"content", Json::array({text})}, {"isError", true}};
    CHECK(place.passed(failed).passed == failed);
    CHECK(place.passed(failed).code == "IO_ERROR");
    CHECK(place.passed(failed).failure.ends_with("reports an error: no such file"));
    for (const Json& broken : {Json(7), Json {{"content", 7}}, Json {{"content", Json::array({7})}},
             Json {{"content", {{{"text", "a"}}}}},
             Json {{"content", Json::array()}, {"isError", "yes"}}}) {
        CHECK(place.passed(broken).passed.is_null());
        CHECK(place.passed(broken).failure.find("can't be used") != std::string::npos);
    }
}

TEST_CASE("B11: no member of a result that is passed on asks in the name of agentcli")
{
    ResultPlace place;
    Json result = {{"content", Json::array()}, {"isError", false}};
    const Json same = result;
    result["inputRequests"] = {{"a", {{"method", "elicitation/create"}}}};
    result["requestState"] = "state";
    result["task"] = {{"taskId", "1"}};
    for (const char* key :
        {"modelcontextprotocol.io/a", "api.modelcontextprotocol.org/a", "io.modelcontextprotocol/a",
            "mcp.dev/a", "tools.mcp.com/a", "dev.mcp/a", "MCP/a", "AgentCLI/audit"})
        result["_meta"][key] = 1;
    CHECK(place.passed(result).passed == same);

    Json theirs = same;
    theirs["_meta"] = {{"mcp", 1}, {"mcps.dev/a", 2}, {"my-agentcli/a", 3}};
    CHECK(place.passed(theirs).passed == theirs);
}

TEST_CASE("C28: the only text of a resource is told as it is")
{
    ResultPlace place;
    const Json text {{"uri", "x://y"}, {"text", "of y"}};
    CHECK(place.told_of_resource({{"contents", {text}}}).content == "of y");
    CHECK(place.told_of_resource({{"contents", {text, text}}}).content
        == "[resource x://y]\nof y\n[resource x://y]\nof y");
    CHECK(place.told_of_resource({{"contents", Json::array()}}).content == "[no content]");
}

TEST_CASE("C27: a result makes at most 32 files")
{
    ResultPlace place;
    std::vector<Json> blocks(
        40, Json {{"type", "image"}, {"data", "eA=="}, {"mimeType", "image/png"}});
    const calls::ToolAnswer answer = place.told(content(blocks));
    CHECK(place.file_count() == 32);
    CHECK(answer.content.ends_with(
        "[image, image/png, 1 bytes, not kept: a result has at most 32 files]"));
}

TEST_CASE("C27: no link leads a file out of the workspace, and a model is told that there is none")
{
    ResultPlace place;
    ResultPlace outside;
    fs::create_directory(place.path() / ".agentcli");
    fs::create_directory_symlink(outside.path(), place.path() / ".agentcli/output");
    const calls::ToolAnswer answer = place.told(
        content({{{"type", "image"}, {"data", "eA=="}}, text_block(std::string(100'000, 'x'))}));
    CHECK(fs::is_empty(outside.path()));
    CHECK(answer.content.find(".agentcli/output/") == std::string::npos);
    CHECK(answer.content.find("the whole could not be kept") != std::string::npos);
    CHECK(answer.content.find("1 bytes, not kept: ") != std::string::npos);
    CHECK(answer.truncated);
    CHECK(answer.failure.empty());
}

TEST_CASE("an image in structuredContent is shown, and is no text")
{
    ResultPlace place;
    const std::string gif = "GIF89a \x10 \x10" + std::string(20, '\0');
    const std::string base64 = text::base64_encode(gif);
    const bool is_url = GENERATE(false, true);
    const std::string shot = (is_url ? "data:image/gif;base64," : "") + base64;
    const Json structured {{"shots", {{{"name", "one"}, {"data", shot}}}}};
    const Json result {
        {"content", {text_block(structured.dump())}}, {"structuredContent", structured}};
    const calls::ToolAnswer answer = place.told(result);
    REQUIRE(answer.images.size() == 1);
    CHECK(answer.images[0]->type == "image/gif");
    CHECK(answer.content.starts_with(
        R"({"shots":[{"name":"one","data":"[image, image/gif, 30 bytes, 4128x4128, sha256 )"));
    CHECK(answer.content.find(base64) == std::string::npos);
    CHECK(place.content_of(path_in(answer.content)) == gif);

    const calls::ToolAnswer twice = place.told(
        {{"content", {{{"type", "image"}, {"data", base64}}}}, {"structuredContent", structured}});
    CHECK(twice.images.size() == 1);
    CHECK(twice.content.find("[image, image/gif, 30 bytes, as above]") != std::string::npos);

    const Json no_image {{"data", "R0lGODlh no base64, whatever it looks like"}};
    CHECK(place.told({{"structuredContent", no_image}}).content == no_image.dump());
}

TEST_CASE("an image is given to the model, beside the file, with its size and its hash")
{
    ResultPlace place;
    const std::string gif = "GIF89a \x10 \x10";
    const Json block {
        {"type", "image"}, {"data", text::base64_encode(gif)}, {"mimeType", "image/png"}};
    const calls::ToolAnswer answer = place.told(content({text_block("see:"), block}));
    REQUIRE(answer.images.size() == 1);
    CHECK(answer.images[0]->type == "image/gif");
    CHECK(answer.images[0]->url == "data:image/gif;base64,R0lGODlhIBAgEA==");
    CHECK(answer.content.starts_with("see:\n[image, image/gif, 10 bytes, 4128x4128, sha256 "
        + answer.images[0]->sha256 + ": .agentcli/output/"));
    CHECK(place.content_of(path_in(answer.content)) == gif);

    const calls::ToolAnswer many
        = place.told(content(std::vector<Json>(text::max_images + 2, block)));
    CHECK(many.images.size() == text::max_images);
    CHECK(many.content.find("not shown: a message has at most 20 images") != std::string::npos);
    const calls::ToolAnswer wide
        = place.told(content({{{"type", "image"}, {"data", text::base64_encode("GIF89a@ @ ")}}}));
    CHECK(wide.images.empty());
    CHECK(wide.content.find("not shown: a side has more than 8000 pixels") != std::string::npos);
    Json failed = content({block});
    failed["isError"] = true;
    CHECK(place.told(failed).images.empty());
}

TEST_CASE("a write that the sandbox has denied is PERMISSION_DENIED, with a hint if there is one")
{
    const Json denied {{"isError", true},
        {"content", Json::array({{{"type", "text"}, {"text", "EROFS: read-only file system"}}})}};
    ResultPlace place;
    CHECK(place.told(denied).code == "IO_ERROR");
    const calls::ToolAnswer told = place.told_confined(denied, "set a key");
    CHECK(told.code == "PERMISSION_DENIED");
    CHECK(json::parse_bounded(told.content)
        == Json {{"error", "EROFS: read-only file system"}, {"code", "PERMISSION_DENIED"},
            {"hint", "set a key"}});
    CHECK(!json::parse_bounded(place.told_confined(denied, "").content).contains("hint"));
    Json other = denied;
    other["content"][0]["text"] = "ENOENT";
    CHECK(place.told_confined(other, "set a key").code == "IO_ERROR");
}

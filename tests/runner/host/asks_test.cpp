#include "host_run.hpp"

using namespace toolkit::json;

static Json host_tool(const std::string& name, bool changes)
{
    return {{"name", name}, {"description", "A tool of the host"}, {"schema", {{"type", "object"}}},
        {"changes", changes}, {"timeoutSeconds", 10}};
}

// Begins, asks the model, which makes these calls.
static void begin_with_calls(
    HostRun& run, PlayedServer& server, const Json& begin, const Json& calls)
{
    run.config.server.base_url = server.url();
    run.start();
    run.say(begin);
    run.say({{"do", "say"}, {"text", "hello"}});
    server.accept_one();
    server.on_request();
    server.answer(calls_message(calls));
}

static std::string end_with_answer(HostRun& run, PlayedServer& server)
{
    const std::string told = server.on_request().at("messages").dump();
    server.answer_text("done");
    CHECK(text_at(run.wait_for("turn"), "answer") == "done");
    CHECK(run.quit() == 0);
    return told;
}

TEST_CASE("a host tool is asked of the host, answered once, and audited")
{
    HostRun run;
    PlayedServer server;
    begin_with_calls(run, server,
        {{"do", "begin"}, {"channel", 2}, {"hostTools", {host_tool("orders", false)}},
            {"labels", {"desk"}}},
        Json::array({call_of("c", "orders", {{"open", true}})}));
    const Json ask = run.wait_for("ask");
    CHECK(text_at(ask, "kind") == "hostTool");
    CHECK(ask.at("arguments").dump() == R"({"open":true})");
    CHECK(text_at(ask, "call") == "c");
    const Json answer {{"do", "answer"}, {"id", ask.at("id")}, {"output", {{{"id", 9}}}}};
    run.say(answer);
    run.say(answer);
    CHECK(text_at(run.wait_for("error"), "code") == "NOT_FOUND");
    CHECK(end_with_answer(run, server).find(R"("content":"[{\"id\":9}]")") != std::string::npos);
    const Json line = run.audit_lines().front();
    CHECK(line.at("sandbox").dump() == R"({"level":"unknown","by":"host"})");
    CHECK(line.at("labels").dump() == R"(["desk"])");
}

TEST_CASE("an output of text and image parts is shown to the model, and any other is a text")
{
    const Json image {
        {"type", "image_url"}, {"image_url", {{"url", "data:image/gif;base64,R0lGODlhIBAgEA=="}}}};
    const Json text {{"type", "text"}, {"text", "the screen"}};
    const Json other {{"type", "image_url"}, {"image_url", {{"url", "https://example.com/a.png"}}}};
    for (const bool is_image : {true, false}) {
        HostRun run;
        PlayedServer server;
        begin_with_calls(run, server,
            {{"do", "begin"}, {"channel", 2}, {"hostTools", {host_tool("shot", false)}}},
            Json::array({call_of("c", "shot", Json::object())}));
        const Json ask = run.wait_for("ask");
        run.say({{"do", "answer"}, {"id", ask.at("id")},
            {"output", Json::array({text, is_image ? image : other})}});
        const std::string sent = end_with_answer(run, server);
        CHECK((sent.find("\"content\":\"the screen\\n[image: GIF 4128x4128, 10 bytes, sha256 ")
                  != std::string::npos)
            == is_image);
        CHECK(
            (sent.find("[The images of the results of shot {}]") != std::string::npos) == is_image);
        CHECK((sent.find(R"(\"type\":\"image_url\")") == std::string::npos) == is_image);
        CHECK(run.audit_lines().front().contains("images") == is_image);
    }
}

TEST_CASE("an output with more images than a message may have shows the first ones")
{
    const Json image {
        {"type", "image_url"}, {"image_url", {{"url", "data:image/gif;base64,R0lGODlhAQABAA=="}}}};
    HostRun run;
    PlayedServer server;
    begin_with_calls(run, server, {{"do", "begin"}, {"hostTools", {host_tool("shot", false)}}},
        Json::array({call_of("c", "shot", Json::object())}));
    run.say({{"do", "answer"}, {"id", run.wait_for("ask").at("id")},
        {"output", std::vector<Json>(21, image)}});
    const std::string sent = end_with_answer(run, server);
    CHECK(sent.find(", not shown: a message has at most 20 images]") != std::string::npos);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = sent.find("data:image/gif", at)) != std::string::npos; ++at)
        ++count;
    CHECK(count == 20);
}

// The host runs the tool, so it gets what was checked and approved.
TEST_CASE("a host tool gets the arguments that were approved, whatever is redacted elsewhere")
{
    HostRun run;
    run.secrets = {{"kEy_7h3-v4lue"}, {"/customers/17"}, agent::redaction::Shapes::known, {"pin"},
        {{"old"}, {"where"}}};
    PlayedServer server;
    Json tool = host_tool("delete_rows", false);
    tool["approve"] = true;
    tool["schema"]["properties"] = {{"where", {{"type", "string"}, {"pattern", "^id="}}}};
    const Json arguments {{"table", "/customers/17/old"}, {"where", "id=5"}, {"pin", 4711},
        {"note", "password=Hunter22xyz"}, {"key", "kEy_7h3-v4lue"}};
    begin_with_calls(run, server, {{"do", "begin"}, {"hostTools", {tool}}},
        Json::array(
            {call_of("ghp_0123456789abcdefghijABCDEFGHIJ456789", "delete_rows", arguments)}));
    const Json call = run.wait_for("call");
    CHECK(call.at("arguments").dump().find("17") == std::string::npos);
    const Json approval = run.wait_for("ask");
    CHECK(approval.at("call").dump() == call.at("id").dump());
    Json shown = arguments;
    shown["key"] = "[redacted]"; // a known value, which the model can't make look like one
    CHECK(approval.at("arguments").dump() == shown.dump());
    run.say({{"do", "answer"}, {"id", approval.at("id")}, {"verdict", "yes"}});
    const Json ask = run.wait_for("ask");
    CHECK(text_at(ask, "kind") == "hostTool");
    CHECK(ask.at("arguments").dump() == arguments.dump());
    run.say({{"do", "answer"}, {"id", ask.at("id")}, {"output", "done"}});
    CHECK(run.wait_for("result").at("id").dump() == call.at("id").dump());
    end_with_answer(run, server);
    CHECK(run.audit_lines().front().dump().find("Hunter22") == std::string::npos);
}

TEST_CASE("a pattern that matches words of the protocol changes none of them")
{
    HostRun run;
    run.secrets.patterns = {"approv|yes|host|answered|orders"};
    PlayedServer server;
    Json tool = host_tool("orders", false);
    tool["approve"] = true;
    begin_with_calls(run, server, {{"do", "begin"}, {"hostTools", {tool}}},
        Json::array({call_of("c", "orders", {{"note", "yes"}})}));
    const Json approval = run.wait_for("ask");
    CHECK(text_at(approval, "kind") == "approval");
    CHECK(text_at(approval, "tool") == "orders");
    run.say({{"do", "answer"}, {"id", approval.at("id")}, {"verdict", "yes"}});
    const Json asked = run.wait_for("asked");
    CHECK(text_at(asked, "kind") == "approval");
    CHECK(text_at(asked, "state") == "answered");
    CHECK(text_at(asked, "verdict") == "yes");
    const Json ask = run.wait_for("ask");
    CHECK(text_at(ask, "kind") == "hostTool");
    run.say({{"do", "answer"}, {"id", ask.at("id")}, {"output", "yes"}});
    const Json result = run.wait_for("result");
    CHECK(text_at(result, "tool") == "orders");
    CHECK(text_at(result, "content") == "[redacted]");
    end_with_answer(run, server);
}

// With --redact-model.
TEST_CASE("the model is not told a secret by the description or schema of a host tool or answer")
{
    HostRun run;
    run.config.redact_model = true;
    run.secrets
        = {{"kEy_7h3-v4lue"}, {"/customers/[0-9]+"}, agent::redaction::Shapes::known, {"pin"}};
    PlayedServer server;
    const Json schema = parse_bounded(R"({"type":"object","description":"like kEy_7h3-v4lue",
        "properties":{"pin":{"type":"string","default":"4711","enum":["4711"]},
            "path":{"type":"string","examples":["/customers/17"]}}})");
    Json begin {{"do", "begin"}, {"outputSchema", schema}};
    const bool is_tool = GENERATE(true, false);
    if (is_tool) {
        Json tool = host_tool("orders", false);
        tool["description"] = "Of /customers/17 by kEy_7h3-v4lue";
        tool["schema"] = schema;
        begin = {{"do", "begin"}, {"hostTools", {tool}}};
    }
    run.config.server.base_url = server.url();
    run.start();
    run.say(begin);
    run.say({{"do", "say"}, {"text", "hello"}});
    server.accept_one();
    const Json request = server.on_request();
    const std::string text = request.dump();
    for (const char* secret : {"kEy_7h3", "/customers/17", "4711"})
        CHECK(text.find(secret) == std::string::npos);
    const Json sent = is_tool ? request.at("tools")[0].at("function").at("parameters")
                              : request.at("response_format").at("json_schema").at("schema");
    CHECK(sent.at("properties").at("pin").at("type").dump() == R"("string")");
    server.answer_text("{}");
    run.wait_for("turn");
    CHECK(run.quit() == 0);
}

TEST_CASE("a host that never answers is waited for until the timeout of its tool")
{
    HostRun run;
    PlayedServer server;
    Json tool = host_tool("orders", false);
    tool["timeoutSeconds"] = 0.05;
    begin_with_calls(run, server, {{"do", "begin"}, {"hostTools", {tool}}},
        Json::array({call_of("c", "orders", Json::object())}));
    CHECK(text_at(run.wait_for("asked"), "state") == "timed-out");
    CHECK(end_with_answer(run, server).find("TIMED_OUT") != std::string::npos);
}

TEST_CASE("an output of more than 1 MiB, or of another kind, is refused, and the ask stays open")
{
    HostRun run;
    PlayedServer server;
    begin_with_calls(run, server, {{"do", "begin"}, {"hostTools", {host_tool("orders", false)}}},
        Json::array({call_of("c", "orders", Json::object())}));
    const Json id = run.wait_for("ask").at("id");
    run.say({{"do", "answer"}, {"id", id}, {"output", std::string(2 << 20, 'x')}});
    CHECK(text_at(run.wait_for("error"), "code") == "TOO_LARGE");
    run.say({{"do", "answer"}, {"id", id}, {"verdict", "yes"}});
    CHECK(text_at(run.wait_for("error"), "code") == "BAD_REQUEST");
    run.say({{"do", "answer"}, {"id", id},
        {"error", {{"code", "NOT_FOUND"}, {"message", "no customer"}}}});
    CHECK(text_at(run.wait_for("result"), "code") == "NOT_FOUND");
    CHECK(end_with_answer(run, server).find("no customer") != std::string::npos);
}

TEST_CASE("host tools that change something run alone and in order, others at once")
{
    HostRun run;
    PlayedServer server;
    const bool changes = GENERATE(true, false);
    begin_with_calls(run, server, {{"do", "begin"}, {"hostTools", {host_tool("order", changes)}}},
        {call_of("c1", "order", {{"n", 1}}), call_of("c2", "order", {{"n", 2}})});
    const Json first = run.wait_for("ask");
    CHECK(first.at("arguments").dump() == R"({"n":1})");
    const auto answer = [&](const Json& ask) {
        run.say({{"do", "answer"}, {"id", ask.at("id")}, {"output", "done"}});
    };
    if (changes)
        answer(first);
    const Json second = run.wait_for("ask");
    CHECK(second.at("arguments").dump() == R"({"n":2})");
    if (!changes)
        answer(first);
    answer(second);
    end_with_answer(run, server);
}

TEST_CASE("arguments that do not fit the schema of a host tool never reach the host")
{
    HostRun run;
    PlayedServer server;
    Json tool = host_tool("orders", false);
    tool["schema"]["required"] = Json::array({"customer"});
    begin_with_calls(run, server, {{"do", "begin"}, {"hostTools", {tool}}},
        Json::array({call_of("c", "orders", Json::object())}));
    CHECK(text_at(run.wait_for("result"), "code") == "BAD_REQUEST");
    end_with_answer(run, server);
}

static const char* const tool_with_dry_run = "read -r request; case $request in *dryRun*) cat "
                                             "would;; *) touch done-it; echo '{}';; esac\n";

static void begin_with_approval(HostRun& run, PlayedServer& server, const Json& calls)
{
    run.make_file("would", "{\"diff\":\"+one\"}\n");
    run.make_tool("change", tool_with_dry_run, true);
    Json manifest = parse_bounded([&] {
        std::ifstream file(run.directory / "tools.json");
        return std::string(std::istreambuf_iterator<char>(file), {});
    }());
    manifest["tools"][0]["schema"] = {{"type", "object"},
        {"properties", {{"n", {{"type", "integer"}}}, {"dryRun", {{"type", "boolean"}}}}}};
    run.make_file("tools.json", manifest.dump());
    begin_with_calls(run, server, {{"do", "begin"}, {"approve", "changes"}}, calls);
}

TEST_CASE("an approval is a yes or a no of the host, and an always holds for the same call")
{
    HostRun run;
    PlayedServer server;
    begin_with_approval(run, server,
        {call_of("c1", "change", {{"n", 1}}), call_of("c2", "change", {{"n", 2}}),
            call_of("c3", "change", {{"n", 2}})});
    const Json first = run.wait_for("ask");
    CHECK(text_at(first, "kind") == "approval");
    CHECK(first.at("dryRun").dump() == R"({"diff":"+one"})");
    run.say({{"do", "answer"}, {"id", first.at("id")}, {"verdict", "no"}, {"reason", "not now"}});
    CHECK(text_at(run.wait_for("result"), "code") == "PERMISSION_DENIED");
    run.say({{"do", "answer"}, {"id", run.wait_for("ask").at("id")}, {"verdict", "always"}});
    CHECK(run.wait_for("result").at("content").dump() == R"("{}")");
    CHECK(run.wait_for("result").at("content").dump() == R"("{}")");
    end_with_answer(run, server);
    const auto lines = run.audit_lines();
    CHECK(text_at(lines.at(0), "approval") == "no: not now");
    CHECK(text_at(lines.at(1), "approval") == "always");
    CHECK(text_at(lines.at(2), "approval") == "always");
}

TEST_CASE("what has changed while the host was asked is asked about again")
{
    HostRun run;
    PlayedServer server;
    begin_with_approval(run, server, Json::array({call_of("c1", "change", {{"n", 1}})}));
    const Json first = run.wait_for("ask");
    run.make_file("would", "{\"diff\":\"+two\"}\n");
    Json yes {{"do", "answer"}, {"id", first.at("id")}, {"verdict", "yes"}};
    if (GENERATE(false, true)) // the same call
        yes["arguments"] = {{"n", 1}};
    run.say(yes);
    const Json second = run.wait_for("ask");
    CHECK(second.at("changed").get<bool>());
    CHECK(second.at("dryRun").dump() == R"({"diff":"+two"})");
    CHECK(!std::filesystem::exists(run.directory / "done-it"));
    run.say({{"do", "answer"}, {"id", second.at("id")}, {"verdict", "yes"}});
    end_with_answer(run, server);
    CHECK(std::filesystem::exists(run.directory / "done-it"));
}

TEST_CASE("a turn that is cancelled withdraws what it has asked")
{
    HostRun run;
    PlayedServer server;
    begin_with_approval(run, server, Json::array({call_of("c1", "change", {{"n", 1}})}));
    const Json ask = run.wait_for("ask");
    run.say({{"do", "interrupt"}});
    CHECK(text_at(run.wait_for("asked"), "state") == "withdrawn");
    CHECK(text_at(run.wait_for("turn"), "exitReason") == "interrupted");
    run.say({{"do", "answer"}, {"id", ask.at("id")}, {"verdict", "yes"}});
    CHECK(text_at(run.wait_for("error"), "code") == "NOT_FOUND");
    CHECK(run.quit() == 0);
    CHECK(!std::filesystem::exists(run.directory / "done-it"));
}

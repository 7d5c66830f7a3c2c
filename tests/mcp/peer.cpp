// An MCP server over stdio that misbehaves on demand: the flags of the command line say how it
// begins, the name of a called tool what it does then. It is a fixture of tests of the client.

#include "toolkit/json/json.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>

using toolkit::Json;

namespace {

std::map<std::string, std::string> flags; // --name=value

bool has(const std::string& flag) { return flags.contains(flag); }

std::string flag(const std::string& name, const std::string& otherwise)
{
    return has(name) ? flags[name] : otherwise;
}

int number(const std::string& name) { return std::stoi(flag(name, "0")); }

void print(const std::string& bytes) { std::cout << bytes << std::flush; }

void send(const Json& message) { print(message.dump() + "\n"); }

void respond(const Json& id, const Json& result)
{
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

void refuse(const Json& id, int code, const std::string& message)
{
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void request(const Json& id, const std::string& method, const Json& params = Json::object())
{
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
}

void notify(const std::string& method, const Json& params = Json::object())
{
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

Json text_result(const std::string& text)
{
    return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}};
}

// The next message; the process ends with its input.
Json receive()
{
    std::string line;
    if (!std::getline(std::cin, line)) {
        while (has("ignores-eof"))
            pause();
        std::exit(0);
    }
    return Json::parse(line);
}

// The response to a request of ours; what comes meanwhile is dropped.
Json response_to(const Json& id)
{
    for (;;) {
        Json message = receive();
        if (!message.contains("method") && message.value("id", Json()) == id)
            return message;
    }
}

void flood_stderr(int megabytes)
{
    const std::string block(1 << 20, 'x');
    for (int count = 0; count < megabytes; ++count)
        std::cerr << block << '\n';
    std::cerr << "the last line" << std::endl;
}

// What no client has asked for.
void send_unasked(int count)
{
    for (int index = 0; index < count; ++index) {
        respond(1'000'000 + index, text_result("nobody has asked"));
        respond("text", text_result("nobody has asked"));
        request("unasked " + std::to_string(index), "no/such/method");
        notify("notifications/none");
    }
}

void print_noise()
{
    print("Server listening\n\n{\"jsonrpc\":\"2.0\",\"id\":\n");
    print("\xff\xfe no UTF-8\n[]\n7\n" + std::string(1 << 20, 'x') + "\n\xEF\xBB\xBF");
}

std::set<std::string> added_tools;
std::string description = "returns the text";
int calls = 0;
std::set<std::string> subscribed; // URIs of resources

Json tool(const std::string& name)
{
    return {{"name", name}, {"description", name == "echo" ? description : "of tests"},
        {"inputSchema", {{"type", "object"}}}};
}

void list_tools(const Json& id, const Json& params)
{
    if (has("endless-pages")) {
        const int page = std::stoi(params.value("cursor", "0"));
        return respond(id,
            {{"tools", Json::array({tool("tool" + std::to_string(page))})},
                {"nextCursor", std::to_string(page + 1)}});
    }
    Json tools = Json::array();
    for (const char* name : {"echo", "die", "hang", "progress", "ask", "roots", "sample", "change",
             "big", "long_line", "noise", "unasked", "twice", "wrong_id", "fail", "refuse", "wrong",
             "deaf", "close_stdin", "close_stdout", "environment", "directory", "count", "flood",
             "half", "deep", "repeated", "text_id", "not_utf8", "not_a_number", "broken",
             "no_content", "write"})
        tools.push_back(tool(name));
    tools.push_back(tool("tried"));
    tools.back()["inputSchema"]["properties"]["dryRun"]["type"] = "boolean";
    for (const char* name : {"page", "visit"})
        if (has("asks"))
            tools.push_back(tool(name));
    for (const char* name : {"notify", "subscribed"})
        if (has("subscriptions"))
            tools.push_back(tool(name));
    for (const auto& name : added_tools)
        tools.push_back(tool(name));
    for (int index = 0; index < number("more-tools"); ++index)
        tools.push_back(tool("more" + std::to_string(index)));
    while (has("list-when") && access(flag("list-when", "").c_str(), F_OK) != 0)
        usleep(1000);
    if (has("broken-list"))
        return print(R"({"jsonrpc":"2.0","id":)" + id.dump() + R"(,"result":{"tools":[)" + "\n");
    if (has("no-tools"))
        return respond(id, {{"tools", Json::array()}});
    if (has("deep-schema")) { // as text: nobody has to build it
        std::string schema = "{}";
        for (int level = 0; level < number("deep-schema"); ++level)
            schema = R"({"a":)" + schema + "}";
        return print(R"({"jsonrpc":"2.0","id":)" + id.dump()
            + R"(,"result":{"tools":[{"name":"deep","inputSchema":)" + schema + "},"
            + tools.dump().substr(1) + "}}\n");
    }
    respond(id, {{"tools", tools}});
}

using Tool = std::function<void(const Json& id, const Json& params)>;

void report_progress(const Json& id, const Json& params)
{
    const int count = params["arguments"].value("count", 3);
    for (int index = 0; index < count; ++index) {
        notify("notifications/progress",
            {{"progressToken", params["_meta"]["progressToken"]},
                {"progress", params["arguments"].value("same", false) ? 1 : index}});
        usleep(params["arguments"].value("ms", 50) * 1000);
    }
    respond(id, text_result("done"));
}

void ask(const Json& id, const Json& params)
{
    const Json question {{"message", "Which?"},
        {"requestedSchema",
            {{"type", "object"},
                {"properties",
                    {{params["arguments"].value("field", "number"), {{"type", "integer"}}}}}}}};
    if (has("modern")) {
        if (!params.contains("inputResponses"))
            return respond(id,
                {{"resultType", "input_required"},
                    {"inputRequests",
                        {{"q", {{"method", "elicitation/create"}, {"params", question}}}}},
                    {"requestState", "a \"state\""}});
        return respond(
            id, text_result(params["inputResponses"]["q"].dump() + params["requestState"].dump()));
    }
    std::string answers;
    if (const std::string file = params["arguments"].value("until", ""); !file.empty()) {
        request("q", "elicitation/create", question);
        while (access(file.c_str(), F_OK) != 0)
            usleep(1000);
        return respond(id, text_result("it was not waited for"));
    }
    for (int index = 0; index < params["arguments"].value("times", 1); ++index) {
        request("q" + std::to_string(index), "elicitation/create", question);
        answers += response_to("q" + std::to_string(index))["result"].dump();
    }
    respond(id, text_result(answers));
}

const Json page {{"mode", "url"}, {"message", "Sign in"}, {"url", "https://example.com/in?a=1"},
    {"elicitationId", "e1"}};

// Asks the user to open a page: in 2026-07-28 as often as "rounds" says.
void ask_for_page(const Json& id, const Json& params)
{
    static int round = 0;
    if (!has("modern")) {
        request("page", "elicitation/create", page);
        return respond(id, text_result(response_to("page").dump()));
    }
    if (round++ < params["arguments"].value("rounds", 1))
        return respond(id,
            {{"resultType", "input_required"},
                {"inputRequests", {{"p", {{"method", "elicitation/create"}, {"params", page}}}}}});
    respond(id, text_result(params["inputResponses"].dump()));
}

// Refuses the first call until a page was visited; then says that it was, if "complete" is true.
void require_page(const Json& id, const Json& params)
{
    static bool was_asked = false;
    if (std::exchange(was_asked, true))
        return respond(id, text_result("visited"));
    send({{"jsonrpc", "2.0"}, {"id", id},
        {"error",
            {{"code", -32042}, {"message", "visit https://example.com/in?a=1"},
                {"data", {{"elicitations", Json::array({page})}}}}}});
    if (params["arguments"].value("complete", false))
        notify("notifications/elicitation/complete", {{"elicitationId", "e1"}});
}

std::map<std::string, Tool> make_tools()
{
    std::map<std::string, Tool> tools;
    tools["page"] = ask_for_page;
    tools["visit"] = require_page;
    tools["echo"] = [](const Json& id, const Json& params) {
        respond(id, text_result(params["arguments"].value("text", "")));
    };
    tools["write"] = [](const Json& id, const Json& params) {
        const std::string path = params["arguments"].value("path", "");
        std::ofstream file(path);
        Json result = text_result(file ? "written" : path + ": " + std::strerror(errno));
        result["isError"] = !file;
        respond(id, result);
    };
    tools["die"] = [](const Json&, const Json& params) {
        std::cerr << "dying now" << std::endl;
        std::exit(params["arguments"].value("status", 7));
    };
    tools["half"] = [](const Json& id, const Json& params) {
        const std::string line
            = Json {{"jsonrpc", "2.0"}, {"id", id}, {"result", text_result("whole")}}.dump() + "\n";
        print(line.substr(0, params["arguments"].value("bytes", std::size_t(10))));
        _exit(0);
    };
    tools["hang"] = [](const Json&, const Json&) {};
    tools["progress"] = report_progress;
    tools["ask"] = ask;
    tools["roots"] = [](const Json& id, const Json& params) {
        if (has("modern") && !params.contains("inputResponses"))
            return respond(id,
                {{"resultType", "input_required"},
                    {"inputRequests", {{"r", {{"method", "roots/list"}}}}}});
        if (has("modern"))
            return respond(id, text_result(params["inputResponses"]["r"].dump()));
        request("roots", "roots/list");
        const Json answer = response_to("roots");
        respond(id, text_result(answer.value("result", answer.value("error", Json())).dump()));
    };
    tools["sample"] = [](const Json& id, const Json& params) {
        if (has("modern") && !params.contains("inputResponses"))
            return respond(id,
                {{"resultType", "input_required"},
                    {"inputRequests", {{"s", {{"method", "sampling/createMessage"}}}}}});
        request("sample", "sampling/createMessage");
        respond(id, text_result(response_to("sample").value("error", Json()).dump()));
    };
    tools["change"] = [](const Json& id, const Json& params) {
        if (params["arguments"].contains("add"))
            added_tools.insert(params["arguments"]["add"].get<std::string>());
        description = params["arguments"].value("description", description);
        notify("notifications/tools/list_changed");
        respond(id, text_result("changed"));
    };
    tools["big"] = [](const Json& id, const Json& params) {
        respond(
            id, text_result(std::string(params["arguments"].value("bytes", std::size_t(0)), 'x')));
    };
    tools["long_line"] = [](const Json&, const Json&) {
        const std::string block(1 << 20, 'x');
        for (;;)
            print(block);
    };
    tools["noise"] = [](const Json& id, const Json&) {
        print_noise();
        respond(id, text_result("after noise"));
    };
    tools["unasked"] = [](const Json& id, const Json& params) {
        send_unasked(params["arguments"].value("count", 1000));
        respond(id, text_result("after all"));
    };
    tools["twice"] = [](const Json& id, const Json&) {
        respond(id, text_result("first"));
        respond(id, text_result("second"));
    };
    tools["wrong_id"] = [](const Json& id, const Json&) {
        respond(id.get<int>() + 1, text_result("wrong"));
        respond("x" + id.dump(), text_result("wrong"));
    };
    tools["text_id"] = [](const Json& id, const Json&) { respond(id.dump(), text_result("text")); };
    tools["not_utf8"] = [](const Json& id, const Json&) {
        const std::string line
            = Json {{"jsonrpc", "2.0"}, {"id", id}, {"result", text_result("a?b")}}.dump();
        const std::size_t at = line.find('?');
        print(line.substr(0, at) + "\xff" + line.substr(at + 1) + "\n");
    };
    tools["not_a_number"] = [](const Json& id, const Json&) {
        print(R"({"jsonrpc":"2.0","id":)" + id.dump()
            + R"(,"result":{"structuredContent":{"a":NaN,"b":[-Infinity,"NaN"]}}})" + "\n");
    };
    tools["broken"] = [](const Json& id, const Json&) {
        print(R"({"jsonrpc":"2.0","id":)" + id.dump() + R"(,"result":{"content":[)" + "\n");
    };
    tools["no_content"] = [](const Json& id, const Json&) { respond(id, Json::object()); };
    tools["fail"] = [](const Json& id, const Json&) {
        Json result = text_result("it did not work");
        result["isError"] = true;
        respond(id, result);
    };
    tools["refuse"] = [](const Json& id, const Json&) { refuse(id, -32602, "no such thing"); };
    tools["deep"] = [](const Json& id, const Json&) {
        print(R"({"jsonrpc":"2.0","id":)" + id.dump() + R"(,"result":)" + std::string(100, '[')
            + std::string(100, ']') + "}\n");
    };
    tools["repeated"] = [](const Json& id, const Json&) {
        print(R"({"jsonrpc":"2.0","id":)" + id.dump() + R"(,"result":{"a":1,"a":2}})" + "\n");
    };
    tools["result"]
        = [](const Json& id, const Json& params) { respond(id, params["arguments"]["result"]); };
    tools["wrong"] = [](const Json& id, const Json&) { respond(id, {{"content", 7}}); };
    tools["deaf"] = [](const Json&, const Json&) {
        for (;;)
            pause();
    };
    tools["close_stdin"] = [](const Json&, const Json&) {
        close(0);
        for (;;)
            pause();
    };
    tools["close_stdout"] = [](const Json&, const Json&) {
        close(1);
        for (;;)
            pause();
    };
    tools["notify"] = [](const Json& id, const Json& params) {
        notify(params["arguments"]["method"], params["arguments"].value("params", Json::object()));
        respond(id, text_result("notified"));
    };
    tools["subscribed"]
        = [](const Json& id, const Json&) { respond(id, text_result(Json(subscribed).dump())); };
    tools["environment"] = [](const Json& id, const Json&) {
        std::string names;
        for (char** variable = environ; *variable != nullptr; ++variable)
            names += std::string(*variable) + ";";
        respond(id, text_result(names));
    };
    tools["directory"] = [](const Json& id, const Json&) {
        char* const name = get_current_dir_name();
        respond(id, text_result(name));
        free(name);
    };
    tools["count"]
        = [](const Json& id, const Json&) { respond(id, text_result(std::to_string(calls))); };
    tools["flood"] = [](const Json& id, const Json& params) {
        flood_stderr(params["arguments"].value("megabytes", 8));
        respond(id, text_result("after the flood"));
    };
    return tools;
}

void call(const Json& id, const Json& params)
{
    static const auto tools = make_tools();
    ++calls;
    const auto found = tools.find(params.value("name", ""));
    if (found == tools.end())
        respond(id, text_result("called " + params.value("name", "")));
    else
        found->second(id, params);
}

Json capabilities()
{
    Json all {{"tools", {{"listChanged", true}}}};
    if (has("resources"))
        all["resources"] = Json::object();
    if (has("prompts"))
        all["prompts"] = Json::object();
    if (has("subscriptions")) {
        all["resources"] = {{"subscribe", true}, {"listChanged", true}};
        all["prompts"]["listChanged"] = true;
    }
    return all;
}

void discover(const Json& id)
{
    if (has("ends-at-question"))
        std::exit(1);
    if (has("silent-at-question"))
        return;
    if (has("null-id"))
        return refuse(nullptr, -32600, "what is this");
    if (!has("modern"))
        return refuse(id, -32601, "unknown method");
    respond(id,
        {{"resultType", "complete"}, {"supportedVersions", {flag("version", "2026-07-28")}},
            {"capabilities", capabilities()}, {"instructions", "be kind"},
            {"_meta",
                {{"io.modelcontextprotocol/serverInfo",
                    {{"name", flag("name", "peer")}, {"version", "1"}}}}}});
}

void initialize(const Json& id)
{
    if (has("dies-in-initialize"))
        std::exit(5);
    if (has("modern"))
        return refuse(id, -32601, "unknown method");
    respond(id,
        {{"protocolVersion", flag("version", "2025-06-18")}, {"capabilities", capabilities()},
            {"serverInfo", {{"name", flag("name", "peer")}, {"version", "1"}}},
            {"instructions", "be kind"}});
    if (has("dies-after-initialize"))
        std::exit(6);
}

void read_resource(const Json& id, const Json& params)
{
    if (params.value("uri", "") == "test://missing")
        return refuse(id, has("modern") ? -32602 : -32002, "no such resource");
    if (params.value("uri", "") == "test://silent")
        return;
    respond(id,
        {{"contents",
            Json::array({{{"uri", params.value("uri", "")}, {"mimeType", "text/plain"},
                {"text", "the text of " + params.value("uri", "")}}})}});
}

void list_prompts(const Json& id, const Json& params)
{
    const int page = std::stoi(params.value("cursor", "0"));
    Json prompts = Json::array(
        {{{"name", "greet" + std::to_string(page)}, {"description", "greets\nsomebody"},
            {"arguments", {{{"name", "who"}, {"required", true}}, {{"name", "how"}}}}}});
    Json result {{"prompts", prompts}};
    if (page < number("prompts") - 1)
        result["nextCursor"] = std::to_string(page + 1);
    respond(id, result);
}

void get_prompt(const Json& id, const Json& params)
{
    if (params.value("name", "") == "missing")
        return refuse(id, -32602, "no such prompt");
    const std::string who = params.value("arguments", Json::object()).value("who", "");
    const Json text {{"type", "text"}, {"text", "Greet " + who + "!"}};
    const Json resource {{"uri", "test://one"}, {"text", "a card"}};
    respond(id,
        {{"description", "greets"},
            {"messages",
                Json::array({{{"role", "user"}, {"content", text}},
                    {{"role", "user"},
                        {"content", {{"type", "resource"}, {"resource", resource}}}}})}});
}

// Completes by what was asked, so that tests see that.
void complete(const Json& id, const Json& params)
{
    const Json& ref = params["ref"];
    const std::string about = ref.value("uri", ref.value("name", ""));
    const Json others = params.value("context", Json::object()).value("arguments", Json::object());
    const std::string value = params["argument"].value("value", "");
    respond(id,
        {{"completion",
            {{"values",
                 {value + "1", about + " " + params["argument"].value("name", "") + others.dump()}},
                {"total", 2}, {"hasMore", false}}}});
}

void subscribe(const Json& id, const std::string& method, const Json& params)
{
    if (method == "resources/subscribe")
        subscribed.insert(params.value("uri", ""));
    else
        subscribed.erase(params.value("uri", ""));
    respond(id, Json::object());
}

void listen(const Json& id, const Json& params)
{
    const Json& wanted = params["notifications"];
    subscribed = wanted.value("resourceSubscriptions", std::set<std::string>());
    notify("notifications/subscriptions/acknowledged",
        {{"_meta", {{"io.modelcontextprotocol/subscriptionId", id}}}, {"notifications", wanted}});
}

void answer(const Json& message)
{
    if (!message.contains("method") || !message.contains("id"))
        return;
    const std::string method = message["method"];
    const Json id = message["id"];
    const Json params = message.value("params", Json::object());
    if (has("silent"))
        return;
    if (method == "server/discover")
        discover(id);
    else if (method == "initialize")
        initialize(id);
    else if (method == "tools/list")
        has("silent-list") ? void() : list_tools(id, params);
    else if (method == "tools/call")
        call(id, params);
    else if (method == "resources/list")
        respond(id,
            {{"resources",
                Json::array(
                    {{{"uri", "test://one"}, {"name", "one"}, {"description", "the first"}}})}});
    else if (method == "prompts/list" && has("prompts"))
        list_prompts(id, params);
    else if (method == "resources/templates/list" && has("templates"))
        respond(id,
            {{"resourceTemplates",
                Json::array({{{"uriTemplate", "test://{+path}"}, {"name", "any"}}})}});
    else if (method == "resources/read")
        read_resource(id, params);
    else if (method == "prompts/get" && has("prompts"))
        get_prompt(id, params);
    else if (method == "completion/complete")
        complete(id, params);
    else if (method == "resources/subscribe" || method == "resources/unsubscribe")
        subscribe(id, method, params);
    else if (method == "subscriptions/listen")
        listen(id, params);
    else if (method == "ping")
        has("silent-ping") ? void() : respond(id, Json::object());
    else
        refuse(id, -32601, "unknown method");
}

void leave_daemon()
{
    int said[2]; // NOLINT: of pipe(2)
    if (pipe(said) != 0)
        return;
    const pid_t first = fork();
    if (first != 0) {
        waitpid(first, nullptr, 0);
        close(said[1]);
        [[maybe_unused]] const ssize_t end = read(said[0], &said[1], 1); // until it has its number
        close(said[0]);
        return;
    }
    setsid();
    const pid_t daemon = fork();
    if (daemon != 0)
        _exit(0);
    std::ofstream(flag("daemon", "")) << getpid() << std::endl;
    close(said[0]);
    close(said[1]);
    for (;;)
        pause();
}

}

int main(int count, char** arguments)
{
    for (int index = 1; index < count; ++index) {
        const std::string text = arguments[index];
        const std::size_t equals = text.find('=');
        flags[text.substr(2, equals - 2)]
            = equals == std::string::npos ? "" : text.substr(equals + 1);
    }
    signal(SIGPIPE, SIG_IGN);
    if (has("ignores-term"))
        signal(SIGTERM, SIG_IGN);
    if (has("starts"))
        std::ofstream(flags["starts"], std::ios::app) << getpid() << std::endl;
    if (has("daemon"))
        leave_daemon();
    if (has("dies"))
        return 4;
    if (has("noise"))
        print_noise();
    if (has("flood"))
        flood_stderr(number("flood"));
    description = flag("description", description);
    if (has("results"))
        added_tools.insert("result");
    for (;;)
        answer(receive());
}

// run_conversation AGENTCLI CASE [responses]: lets agentcli talk with a scripted server as one
// .case file says, and compares what was asked, printed, written, and left behind. With "responses"
// both speak the Responses API. README.md beside this file has the form.

#include "conversation_case.hpp"
#include "responses_wire.hpp"
#include "toolkit/json/json.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <thread>

using namespace toolkit::json;
using namespace toolkit::system;

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Requests = std::vector<ReceivedRequest>;

struct Outcome {
    std::string out;
    std::string err;
    int exit = 0;
    bool leaves_processes = false;
    std::string terminal;
    std::string audit;
    std::string audit_modes;
    Tree workspace;
    Requests requests;
    std::size_t connections = 0;
};

static std::string read_file(const fs::path& path)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return read_whole(file, path.string(), 1U << 30U);
}

// A terminal of agentcli's own, which says what is written to it as it is, and echoes nothing.
class Terminal {
public:
    explicit Terminal(const ConversationCase& c)
        : c(c)
    {
        if (!c.has_terminal)
            return;
        master = File(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
        grantpt(master.descriptor());
        unlockpt(master.descriptor());
        slave = File(open(ptsname(master.descriptor()), O_RDWR | O_NOCTTY | O_CLOEXEC));
        termios settings {};
        tcgetattr(slave.descriptor(), &settings);
        settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
        settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        tcsetattr(slave.descriptor(), TCSANOW, &settings);
        const winsize size {0, c.columns, 0, 0};
        ioctl(slave.descriptor(), TIOCSWINSZ, &size);
    }

    // In the child.
    void take() const
    {
        setsid();
        if (!c.has_terminal)
            return;
        ioctl(slave.descriptor(), TIOCSCTTY, 0);
        for (int descriptor = 0; c.has_terminal_as_all && descriptor <= 2; ++descriptor)
            dup2(slave.descriptor(), descriptor);
        if (c.has_terminal_as_stdout)
            dup2(slave.descriptor(), STDOUT_FILENO);
        if (c.has_terminal_as_stderr)
            dup2(slave.descriptor(), STDERR_FILENO);
    }

    // Reads what is there, and types the next line where a question is.
    void serve()
    {
        std::array<char, 4096> buffer {};
        for (ssize_t got = 0;
             (got = read(master.descriptor(), buffer.data(), buffer.size())) > 0;) {
            shown.append(buffer.data(), static_cast<std::size_t>(got));
            if (!shown.ends_with("> ") || typed == c.typed.size())
                continue;
            type(c.typed[typed]);
            typed += c.typed[typed].is_repeated ? 0 : 1;
        }
    }

    // Ctrl-C, which the terminal makes a signal for all that have it.
    bool interrupt() const
    {
        write_whole(master, "the terminal", "\x03");
        return true;
    }

    const std::string& text() const { return shown; }

private:
    void type(const ConversationCase::Typed& next) const
    {
        if (next.is_considered)
            std::this_thread::sleep_for(std::chrono::milliseconds(600));
        if (next.columns > 0) {
            const winsize size {next.rows, next.columns, 0, 0};
            ioctl(master.descriptor(), TIOCSWINSZ, &size);
        }
        write_whole(master, "the terminal", next.line);
    }

    const ConversationCase& c;
    File master;
    File slave;
    std::string shown;
    std::size_t typed = 0;
};

static std::vector<char*> pointers_to(const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (const auto& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// Allocates nothing in the child: the thread of the scripted server may hold the lock of the
// allocator during the fork, and the one of the sanitizers stays locked in the child.
static pid_t start_agentcli(const fs::path& agentcli, const ConversationCase& c,
    const fs::path& scratch, const Terminal& terminal)
{
    std::vector<std::string> arguments {"agentcli"};
    arguments.insert(arguments.end(), c.common.flags.begin(), c.common.flags.end());
    const std::vector<char*> argv = pointers_to(arguments);
    const std::vector<char*> environment = pointers_to(c.common.environment);
    const fs::path in = scratch / "stdin";
    const fs::path out = scratch / "out";
    const fs::path err = scratch / "err";
    const fs::path workspace = scratch / "workspace";
    const pid_t child = fork();
    if (child != 0)
        return child;
    dup2(open(in.c_str(), O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), STDERR_FILENO);
    terminal.take();
    if (chdir(workspace.c_str()) == 0)
        execve(agentcli.c_str(), argv.data(), environment.data());
    _exit(127);
}

static int wait_for(pid_t agentcli, const ConversationCase& c, Terminal& terminal,
    const std::function<bool()>& is_time)
{
    int status = 0;
    bool is_sent = c.signal == 0;
    while (waitpid(agentcli, &status, is_sent && !c.has_terminal ? 0 : WNOHANG) != agentcli) {
        terminal.serve();
        if (!is_sent && is_time())
            is_sent = c.has_terminal_as_all && c.signal == SIGINT ? terminal.interrupt()
                                                                  : kill(agentcli, c.signal) == 0;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    terminal.serve();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Whatever agentcli leaves behind becomes a child of this process, its sub-reaper. After a signal
// its supervisors may need a moment to end what they supervise.
static bool leaves_processes(const ConversationCase& c)
{
    const auto deadline
        = std::chrono::steady_clock::now() + std::chrono::seconds(c.signal != 0 ? 10 : 0);
    for (;;) {
        const pid_t ended = waitpid(-1, nullptr, WNOHANG);
        if (ended < 0)
            return false;
        if (ended == 0 && std::chrono::steady_clock::now() > deadline)
            return true;
        if (ended == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

// The log is taken out of the workspace, since its lines differ from run to run.
static void take_audit(Outcome& outcome, const fs::path& workspace)
{
    const fs::path folder = workspace / ".agentcli";
    if (!fs::is_directory(fs::symlink_status(folder / "audit")))
        return;
    const auto mode = [](const fs::path& path) {
        return static_cast<unsigned>(fs::symlink_status(path).permissions());
    };
    if (mode(folder) != 0700 || mode(folder / "audit") != 0700)
        outcome.audit_modes = "an audit directory has not mode 0700\n";
    for (const auto& entry : fs::directory_iterator(folder / "audit")) {
        if (entry.path().filename() == "lock") {
            if (mode(entry.path()) != 0200)
                outcome.audit_modes = "the lock of the audit has not mode 0200\n";
            continue;
        }
        outcome.audit += read_file(entry.path());
        if (mode(entry.path()) != 0600)
            outcome.audit_modes = "the audit log has not mode 0600\n";
    }
    fs::remove_all(folder / "audit");
    fs::remove(folder / ".gitignore");
    std::error_code ignored;
    fs::remove(folder, ignored);
}

static Outcome run(const fs::path& agentcli, const ConversationCase& c, const fs::path& scratch,
    ScriptedServer& server)
{
    const auto is_time = [&] {
        return c.signal_when.empty() ? server.asked() >= c.signal_request
                                     : fs::exists(scratch / "workspace" / c.signal_when);
    };
    write_file(scratch / "stdin", c.input);
    Outcome outcome;
    Terminal terminal(c);
    outcome.exit = wait_for(start_agentcli(agentcli, c, scratch, terminal), c, terminal, is_time);
    outcome.terminal = terminal.text();
    outcome.leaves_processes = leaves_processes(c);
    outcome.out = read_file(scratch / "out");
    outcome.err = read_file(scratch / "err");
    outcome.requests = server.stop();
    outcome.connections = server.connections();
    take_audit(outcome, scratch / "workspace");
    outcome.workspace = read_tree(scratch / "workspace");
    return outcome;
}

static bool fits(const std::string& expected, const std::string& actual)
{
    static const std::string any = "<any>";
    std::size_t at = 0; // in actual
    std::size_t from = 0; // in expected
    for (bool is_first = true;; is_first = false) {
        const std::size_t end = std::min(expected.find(any, from), expected.size());
        const std::string piece = expected.substr(from, end - from);
        if (end
            == expected
                   .size()) // the last piece: at the end, and all of it where it is the only one
            return is_first ? actual == piece
                            : actual.size() >= at + piece.size() && actual.ends_with(piece);
        const std::size_t found = actual.find(piece, at);
        if (found == std::string::npos || (is_first && found != 0))
            return false;
        at = found + piece.size();
        from = end + any.size();
    }
}

// As the wire has it, with "<any>" in place of a whole value bare.
static std::string normal(const std::string& json)
{
    std::string text = Json::parse(json).dump();
    static const std::string any = "\"<any>\"";
    for (std::size_t at = text.find(any); at != std::string::npos; at = text.find(any, at))
        text.replace(at, any.size(), "<any>");
    return text;
}

static std::string compare(
    const std::string& what, const std::string& expected, const std::string& actual)
{
    return fits(expected, actual)
        ? ""
        : what + " is another\nexpected\n" + expected + "\nactual\n" + actual + "\n";
}

static std::string compare_lines(
    const std::string& what, const std::string& expected, const std::string& actual)
{
    std::string normalised;
    std::istringstream stream(expected);
    for (std::string line; std::getline(stream, line);)
        normalised += normal(line) + "\n";
    return compare(what, normalised, actual);
}

static Json with_fields(const Json& object, const std::vector<std::string>& names)
{
    Json result = Json::object();
    for (const auto& [name, value] : object.items())
        if (!value.is_null() || name == "content")
            if (std::find(names.begin(), names.end(), name) != names.end())
                result[name] = value;
    return result;
}

// Letters, digits, _ and -, 64 at most: what servers accept.
static std::string name_as_sent_back(std::string name)
{
    name = name.substr(0, name.find("<|"));
    if (name.starts_with("functions."))
        name.erase(0, 10);
    for (char& letter : name)
        if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter != '-')
            letter = '_';
    return name.substr(0, 64);
}

static Json call_as_sent_back(const Json& given)
{
    const Json& function = given["function"];
    const Json none;
    const Json& arguments = function.contains("arguments") ? function["arguments"] : none;
    std::string text = arguments.is_string() ? arguments.get<std::string>() : arguments.dump();
    const bool has_stray_bytes
        = text.find('\0') != std::string::npos || text.starts_with("\xef\xbb\xbf");
    if (has_stray_bytes || !Json::parse(text, nullptr, false).is_object())
        text = "{}";
    Json call = with_fields(given, {"id"});
    call["type"] = "function";
    call["function"]
        = {{"name", name_as_sent_back(function.value("name", ""))}, {"arguments", text}};
    if (given.contains("extra_content"))
        call["extra_content"] = given["extra_content"];
    return call;
}

// As a message of the server's goes back to it: known fields alone, and arguments that are a JSON
// object.
static Json as_sent_back(const Json& given)
{
    Json message = with_fields(given,
        {"role", "content", "refusal", "tool_calls", "reasoning_content", "reasoning_details",
            "reasoning", "thinking_blocks", "extra_content"});
    if (message.contains("tool_calls") && message["tool_calls"].empty())
        message.erase("tool_calls");
    if (message.contains("tool_calls"))
        for (auto& call : message["tool_calls"])
            call = call_as_sent_back(call);
    return message;
}

// The messages of request `index` (from 0) beyond what the server knows already; "history" where
// that has changed.
static std::string new_messages(
    const ConversationCase& c, const Requests& requests, std::size_t index)
{
    const Json now = Json::parse(requests[index].body)["messages"];
    Json known = Json::array();
    if (index > 0) {
        known = Json::parse(requests[index - 1].body)["messages"];
        const ScriptedReply& reply = c.replies[index - 1];
        if (reply.status == 200 && !reply.is_stream && !reply.is_closed)
            known.push_back(as_sent_back(Json::parse(reply.body)["choices"][0]["message"]));
    }
    std::string lines;
    for (std::size_t at = 0; at < now.size(); ++at) {
        if (at < known.size() && now[at] != known[at])
            return "the history has changed";
        if (at >= known.size())
            lines += now[at].dump() + "\n";
    }
    return lines;
}

static std::string complaint_about_requests(const ConversationCase& c, const Requests& requests)
{
    if (requests.size() != c.replies.size())
        return "the server was asked " + std::to_string(requests.size()) + " times\n";
    std::string result;
    for (std::size_t index = 0; index < requests.size(); ++index) {
        const std::string name = "request " + std::to_string(index + 1);
        const auto find
            = [index](const auto& map) { return map.contains(index + 1) ? map.at(index + 1) : ""; };
        if (const std::string asked = find(c.asked); !asked.empty())
            result += compare_lines(name, asked, new_messages(c, requests, index));
        if (const std::string body = find(c.requests); !body.empty())
            result += compare(name, normal(body), requests[index].body);
        std::istringstream lines(find(c.heads));
        for (std::string line; std::getline(lines, line);)
            if (requests[index].head.find(line + "\r\n") == std::string::npos)
                result += name + " has no '" + line + "'\n" + requests[index].head;
    }
    return result;
}

static std::string complaint(const ConversationCase& c, const Outcome& outcome)
{
    std::string result = outcome.audit_modes + compare("stdout", c.out, outcome.out)
        + compare("stderr", c.err, outcome.err)
        + compare("the terminal", c.terminal, outcome.terminal)
        + complaint_about_requests(c, outcome.requests);
    if (outcome.exit != c.exit)
        result += "the exit status is " + std::to_string(outcome.exit) + "\n";
    if (outcome.leaves_processes)
        result += "a process is left behind\n";
    if (c.connections != 0 && c.connections != outcome.connections)
        result += "there were " + std::to_string(outcome.connections) + " connections\n";
    if (c.has_audit)
        result += compare_lines("the audit", c.audit, outcome.audit);
    return result + difference(expected_tree(c.common, outcome.workspace), outcome.workspace);
}

// A command that asks a model takes the flags of a run after its name.
static bool begins_with_command(const std::vector<std::string>& flags)
{
    return !flags.empty()
        && (flags.front() == "chat" || flags.front() == "investigate" || flags.front() == "agent");
}

// What a workspace has counts only if it is named: --tools names the case's tools.json, or one
// without tools. Commands take none; of two flags the last one counts.
static void name_manifest(ConversationCase& c, const fs::path& scratch)
{
    auto& flags = c.common.flags;
    const bool is_command = begins_with_command(flags);
    const bool is_run = is_command || flags.empty() || flags.front().starts_with('-');
    if (!is_run || c.finds_manifest)
        return;
    write_file(scratch / "no_tools.json", R"({"tools":[]})");
    const std::string named
        = fs::exists(scratch / "workspace/tools.json") ? "tools.json" : scratch / "no_tools.json";
    flags.insert(flags.begin() + (is_command ? 1 : 0), {"--tools", named});
}

int main(int argc, char** argv)
{
    if (argc != 3 && argc != 4)
        return 2;
    const bool speaks_responses = argc == 4;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::string name = fs::temp_directory_path() / "conversation.XXXXXX";
    const fs::path scratch = fs::canonical(mkdtemp(name.data()));
    const std::string bin = fs::canonical(argv[1]).parent_path();
    const std::string text = replace_all(read_file(argv[2]), "$BIN", bin);
    ScriptedServer server;
    const std::string certificate = scratch / "certificate.pem";
    const std::string tls = tls_name(text);
    if (!tls.empty())
        server.speak_tls(tls, certificate);
    const std::string url = (tls.empty() ? "http://" : "https://") + server.address() + "/v1";
    Variables variables;
    variables["$URL"] = url;
    variables["$ADDRESS"] = server.address();
    variables["$CERT"] = certificate;
    variables["$ROOT"] = scratch / "workspace";
    variables["$MEGABYTE"] = std::string(1'000'000, 'x');
    ConversationCase c = parse_conversation(text, variables);
    std::vector<std::string>& environment = c.common.environment;
    // Behind those of the case, which the first one of a name decides.
    environment.insert(environment.end(),
        {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/proc/nonexistent", "OAI_BASE_URL=" + url,
            "OAI_MODEL=oss-gpt-20b"});
    make_tree(c.common.before, scratch / "workspace");
    name_manifest(c, scratch);
    std::vector<ScriptedReply> replies = c.replies;
    if (speaks_responses) {
        auto& flags = c.common.flags;
        flags.insert(flags.begin() + (begins_with_command(flags) ? 1 : 0), {"--api", "responses"});
        std::transform(replies.begin(), replies.end(), replies.begin(), as_responses);
    }
    server.start(std::move(replies));
    Outcome outcome = run(fs::absolute(argv[1]), c, scratch, server);
    if (speaks_responses)
        for (auto& request : outcome.requests)
            request.body = as_chat_request(request.body);
    fs::remove_all(scratch);
    const std::string problem = complaint(c, outcome);
    if (!problem.empty())
        std::printf("%s%s\nexit %d\n%s%s", c.common.title.c_str(), problem.c_str(), outcome.exit,
            outcome.out.c_str(), outcome.err.c_str());
    return problem.empty() ? 0 : 1;
}

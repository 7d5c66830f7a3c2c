#include "live_chat.hpp"

#include "frontends/screen/output_grammar.hpp"
#include "toolkit/json/json.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using toolkit::Json;

LiveCase read_live_case(const std::string& path)
{
    static const std::vector<std::string> own {
        "size", "keys", "screen", "end of screen", "scrollback", "modes", "status"};
    std::ifstream in(path);
    LiveCase file;
    bool is_own = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("-- ") && line.ends_with(" --")) {
            const std::string name = line.substr(3, line.size() - 6);
            is_own = std::find(own.begin(), own.end(), name) != own.end();
            if (is_own)
                file.steps.push_back({name, {}});
        }
        if (!is_own)
            file.conversation += line + "\n";
        else if (!line.starts_with("-- "))
            file.steps.back().text += line + "\n";
    }
    if (file.steps.empty() || file.steps.front().name != "size")
        throw std::runtime_error("the first of its own sections must be size");
    return file;
}

void write_live_case(const LiveCase& file, const std::string& path)
{
    std::ofstream out(path);
    out << file.conversation;
    for (const Step& step : file.steps)
        out << "-- " << step.name << " --\n" << step.text;
}

winsize size_in(const std::string& text)
{
    int columns = 0;
    int rows = 0;
    if (std::sscanf(text.c_str(), "%dx%d", &columns, &rows) != 2)
        throw std::runtime_error("no size: " + text);
    return {static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
}

Live::Live(winsize size, std::string address)
    : emulator(size.ws_row, size.ws_col)
    , other_token(
          [](const std::string& name) { throw std::runtime_error("unknown key <" + name + ">"); })
    , address(std::move(address))
{
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        throw std::runtime_error("there is no terminal");
    ioctl(master, TIOCSWINSZ, &size);
    slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    tcgetattr(slave, &at_start);
}

Live::~Live()
{
    if (ended < 0 && process > 0) {
        ::kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
    }
    close(master);
    close(slave);
}

void Live::start(const fs::path& agentcli, const Case& c, const fs::path& workspace)
{
    directory = workspace;
    process = fork();
    if (process != 0)
        return;
    std::vector<char*> argv {const_cast<char*>("agentcli")};
    for (const auto& flag : c.flags)
        argv.push_back(const_cast<char*>(flag.c_str()));
    argv.push_back(nullptr);
    std::vector<char*> environment;
    for (const auto& variable : c.environment)
        environment.push_back(const_cast<char*>(variable.c_str()));
    environment.push_back(nullptr);
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (int descriptor = 0; descriptor <= 2; ++descriptor)
        dup2(slave, descriptor);
    if (chdir(workspace.c_str()) == 0)
        execve(agentcli.c_str(), argv.data(), environment.data());
    _exit(127);
}

void Live::token(const std::string& name)
{
    static const std::map<std::string, std::string> named {{"Enter", "\r"}, {"Tab", "\t"},
        {"Esc", "\033"}, {"Up", "\033[A"}, {"Down", "\033[B"}, {"Backspace", "\x7f"}};
    if (const auto key = named.find(name); key != named.end())
        type(key->second);
    else if (name.starts_with("C-") && name.size() == 3)
        type(std::string(1, static_cast<char>(name[2] & 0x1f)));
    else if (name.starts_with("wait: "))
        until([&] { return shown().find(name.substr(6)) != std::string::npos; }, name);
    else if (name.starts_with("paste: "))
        type("\033[200~" + name.substr(7) + "\033[201~");
    else if (name.starts_with("gone: "))
        until([&] { return shown().find(name.substr(6)) == std::string::npos; }, name);
    else if (name.starts_with("asked: "))
        until([&] { return asked() >= std::stoul(name.substr(7)); }, name);
    else if (name.starts_with("reads: "))
        read_for(is_slow ? std::chrono::milliseconds(std::stoi(name.substr(7))) : 0ms);
    else if (name.ends_with("ms")) // a person reads
        read_for(std::chrono::milliseconds(std::stoi(name)));
    else if (name.starts_with("resize: "))
        resize(size_in(name.substr(8)));
    else if (name == "kill screen")
        ::kill(child(), SIGKILL);
    else if (name == "stop screen")
        ::kill(child(), SIGSTOP);
    else if (name == "continue screen")
        ::kill(child(), SIGCONT);
    else if (name.starts_with("make: "))
        std::ofstream(directory / name.substr(6)).flush();
    else if (name.starts_with("made: "))
        until([&] { return fs::exists(directory / name.substr(6)); }, name);
    else if (name == "kill engine")
        ::kill(process, SIGKILL);
    else
        other_token(name);
}

void Live::keys(const std::string& line)
{
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t begin = std::min(line.find('<', at), line.size());
        type(line.substr(at, begin - at));
        if (begin == line.size())
            return;
        const std::size_t end = line.find('>', begin);
        token(line.substr(begin + 1, end - begin - 1));
        at = end + 1;
    }
}

// A person's words are ASCII; an escape sequence is one key.
void Live::type(const std::string& bytes)
{
    const std::size_t step = is_slow && !bytes.starts_with('\033') ? 1 : bytes.size();
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        if (is_slow)
            read_for(bytes[at] == ' ' ? 70ms : 45ms);
        if (write(master, bytes.data() + at, step) < 0)
            throw std::runtime_error("the terminal takes nothing");
    }
}

void Live::resize(winsize size)
{
    emulator.resize(size.ws_row, size.ws_col);
    ioctl(master, TIOCSWINSZ, &size);
}

// The screen's, which is the first child of the engine.
pid_t Live::child() const
{
    const std::string id = std::to_string(process);
    std::ifstream in("/proc/" + id + "/task/" + id + "/children");
    pid_t first = -1;
    if (!(in >> first) || first <= 1)
        throw std::runtime_error("there is no screen");
    return first;
}

void Live::read_some(int patience)
{
    pollfd watched {master, POLLIN, 0};
    if (poll(&watched, 1, patience) <= 0)
        return;
    std::array<char, 65536> buffer {};
    const ssize_t got = read(master, buffer.data(), buffer.size());
    if (got <= 0)
        return;
    const std::string bytes(buffer.data(), static_cast<std::size_t>(got));
    written += bytes;
    emulator.write(bytes);
    has_read(bytes);
}

void Live::read_for(std::chrono::milliseconds time)
{
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end)
        read_some(10);
}

void Live::until(const std::function<bool()>& is_so, const std::string& what)
{
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (!is_so()) {
        if (std::chrono::steady_clock::now() > end)
            throw std::runtime_error("it does not come: " + what + "\n" + shown());
        read_some(10);
        int state = 0;
        if (ended < 0 && waitpid(process, &state, WNOHANG) == process)
            ended = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    }
}

std::string Live::shown() const { return replace_all(emulator.screen(), address, "$ADDRESS"); }

std::string Live::content(const std::string& section) const
{
    if (section == "screen")
        return shown();
    if (section == "end of screen")
        return replace_all(emulator.scrollback_and_screen(), address, "$ADDRESS");
    if (section == "scrollback")
        return replace_all(emulator.scrollback(), address, "$ADDRESS");
    if (section == "status")
        return std::to_string(ended) + "\n";
    termios now {};
    tcgetattr(slave, &now);
    const bool is_old = now.c_iflag == at_start.c_iflag && now.c_oflag == at_start.c_oflag
        && now.c_lflag == at_start.c_lflag;
    return is_old ? "old\n" : "raw\n";
}

std::string Live::grammar_problem() const
{
    const std::string problem = frontends::screen::OutputGrammar().check(written);
    return problem.empty() ? problem : "the output breaks its grammar: " + problem + "\n";
}

static std::string complaint_about_files(const Case& c, const fs::path& workspace)
{
    for (const auto& [path, node] : c.after) {
        std::ifstream in(workspace / path);
        const std::string content {std::istreambuf_iterator<char>(in), {}};
        if (node.kind == Node::absent ? fs::exists(workspace / path) : content != node.content)
            return path + " is\n" + content;
    }
    return {};
}

// <any> stands for anything in its row.
bool row_fits(const std::string& wanted, const std::string& row)
{
    const std::size_t any = wanted.find("<any>");
    if (any == std::string::npos)
        return wanted == row;
    const std::string end = wanted.substr(any + 5);
    return row.size() + 5 >= wanted.size() && row.starts_with(wanted.substr(0, any))
        && row.ends_with(end);
}

static Json messages_of(const ReceivedRequest& request)
{
    return Json::parse(request.body).at("messages");
}

// What request N has beyond the one before it and the reply to that, a message a line.
static std::string complaint_about_request(
    std::size_t number, const std::string& wanted, const std::vector<ReceivedRequest>& requests)
{
    const std::string title = "request " + std::to_string(number);
    if (number > requests.size())
        return title + " was not sent\n";
    const Json messages = messages_of(requests[number - 1]);
    std::size_t at = number > 1 ? messages_of(requests[number - 2]).size() : 0;
    at += at < messages.size() && messages[at].at("role") == "assistant" ? 1 : 0;
    std::vector<std::string> beyond;
    for (; at < messages.size(); ++at)
        beyond.push_back(messages[at].dump());
    const auto lines = lines_of(wanted);
    if (std::equal(lines.begin(), lines.end(), beyond.begin(), beyond.end(), row_fits))
        return {};
    std::string problem = title + " has beyond the last one\n";
    for (const std::string& line : beyond)
        problem += line + "\n";
    return problem;
}

std::string run_live_case(const LiveCase& file, const fs::path& agentcli,
    const std::function<void(ConversationCase&)>& prepare,
    const std::function<std::string(Live&)>& play)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::string name = fs::temp_directory_path() / "live_chat.XXXXXX";
    const fs::path scratch = fs::canonical(mkdtemp(name.data()));
    const fs::path workspace = scratch / "demo";
    ScriptedServer server;
    const std::string bin = fs::absolute(agentcli).parent_path();
    const Variables variables {{"$URL", "http://" + server.address() + "/v1"},
        {"$ADDRESS", server.address()}, {"$ROOT", workspace}, {"$BIN", bin}};
    std::string conversation = replace_all(file.conversation, "$BIN", bin);
    ConversationCase c = parse_conversation(conversation, variables);
    auto& environment = c.common.environment;
    for (const std::string& variable :
        {std::string("PATH=/usr/bin:/bin"), "HOME=" + scratch.string(), std::string("TERM=xterm"),
            "OAI_BASE_URL=http://" + server.address() + "/v1", std::string("OAI_MODEL=demo-model")})
        environment.push_back(variable);
    prepare(c);
    make_tree(c.common.before, workspace);
    server.start(c.replies);
    std::string problem;
    {
        Live chat(size_in(file.steps.front().text), server.address());
        chat.asked = [&server] { return server.asked(); };
        chat.start(fs::absolute(agentcli), c.common, workspace);
        problem = play(chat);
    }
    problem += complaint_about_files(c.common, workspace);
    const auto requests = server.stop();
    for (const auto& [number, wanted] : c.asked)
        problem += complaint_about_request(number, wanted, requests);
    while (waitpid(-1, nullptr, WNOHANG) > 0) { }
    fs::remove_all(scratch);
    return problem;
}

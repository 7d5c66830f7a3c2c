// run_live_chat AGENTCLI CASE: agentcli on a pseudo-terminal, with libvterm as the terminal and a
// scripted server: a whole chat, as one file of tests/chat/live says. README.md has the form.

#include "emulator.hpp"
#include "runner/conversation_case.hpp"

#include "runner/screen/output_grammar.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

struct Step {
    std::string name;
    std::string text;
};

struct LiveCase {
    std::string conversation; // the sections that run_conversation knows
    std::vector<Step> steps; // in their order
};

LiveCase read_live_case(const std::string& path)
{
    static const std::vector<std::string> own {
        "size", "keys", "screen", "scrollback", "modes", "status"};
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

winsize size_in(const std::string& text)
{
    int columns = 0;
    int rows = 0;
    if (std::sscanf(text.c_str(), "%dx%d", &columns, &rows) != 2)
        throw std::runtime_error("no size: " + text);
    return {static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
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

bool fits_rows(const std::string& wanted, const std::string& actual)
{
    const auto wanted_rows = lines_of(wanted);
    const auto rows = lines_of(actual);
    return wanted_rows.size() == rows.size()
        && std::equal(rows.begin(), rows.end(), wanted_rows.begin(),
            [](const std::string& row, const std::string& like) { return row_fits(like, row); });
}

// As a case has to have it: how long a call took differs.
std::string without_times(std::string text)
{
    static const std::regex time(" [0-9.]+ (ms|s) ");
    return std::regex_replace(text, time, " <any> ");
}

class Live {
public:
    Live(winsize size, const std::string& address)
        : emulator(size.ws_row, size.ws_col)
        , address(address)
    {
        master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
            throw std::runtime_error("there is no terminal");
        ioctl(master, TIOCSWINSZ, &size);
        slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
        tcgetattr(slave, &at_start);
    }
    Live(const Live&) = delete;
    Live& operator=(const Live&) = delete;
    ~Live()
    {
        if (ended < 0 && process > 0) {
            ::kill(process, SIGKILL);
            waitpid(process, nullptr, 0);
        }
        close(master);
        close(slave);
    }

    void start(const fs::path& agentcli, const Case& c, const fs::path& workspace)
    {
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

    void keys(const std::string& line)
    {
        static const std::map<std::string, std::string> named {{"Enter", "\r"}, {"Tab", "\t"},
            {"Esc", "\033"}, {"Up", "\033[A"}, {"Down", "\033[B"}, {"Backspace", "\x7f"}};
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t begin = std::min(line.find('<', at), line.size());
            type(line.substr(at, begin - at));
            if (begin == line.size())
                return;
            const std::size_t end = line.find('>', begin);
            const std::string token = line.substr(begin + 1, end - begin - 1);
            at = end + 1;
            if (const auto key = named.find(token); key != named.end())
                type(key->second);
            else if (token.starts_with("C-") && token.size() == 3)
                type(std::string(1, static_cast<char>(token[2] & 0x1f)));
            else if (token.starts_with("wait: "))
                until([&] { return shown().find(token.substr(6)) != std::string::npos; }, token);
            else if (token.ends_with("ms")) // a person reads
                read_for(std::chrono::milliseconds(std::stoi(token)));
            else if (token.starts_with("resize: "))
                resize(size_in(token.substr(8)));
            else if (token == "kill screen")
                ::kill(child(), SIGKILL);
            else if (token == "kill engine")
                ::kill(process, SIGKILL);
            else
                throw std::runtime_error("unknown key <" + token + ">");
        }
    }

    // Waits until it is so; else the difference.
    std::string compare(Step& section)
    {
        std::string actual;
        if (std::getenv("BLESS") != nullptr) {
            read_for(1500ms);
            section.text = without_times(content(section.name));
            return {};
        }
        try {
            until(
                [&] {
                    actual = content(section.name);
                    return fits_rows(section.text, actual);
                },
                section.name);
            return {};
        } catch (const std::runtime_error&) {
            return "-- " + section.name + " -- expected\n" + section.text + "-- " + section.name
                + " -- is\n" + actual;
        }
    }

    std::string grammar_problem() const
    {
        const std::string problem = runner::screen::OutputGrammar().check(written);
        return problem.empty() ? problem : "the output breaks its grammar: " + problem + "\n";
    }

private:
    void type(const std::string& bytes) const
    {
        if (!bytes.empty() && write(master, bytes.data(), bytes.size()) < 0)
            throw std::runtime_error("the terminal takes nothing");
    }

    void resize(winsize size)
    {
        emulator.resize(size.ws_row, size.ws_col);
        ioctl(master, TIOCSWINSZ, &size);
    }

    // The screen's, which is the first child of the engine.
    pid_t child() const
    {
        const std::string id = std::to_string(process);
        std::ifstream in("/proc/" + id + "/task/" + id + "/children");
        pid_t first = -1;
        if (!(in >> first) || first <= 1)
            throw std::runtime_error("there is no screen");
        return first;
    }

    void read_some(int patience)
    {
        pollfd watched {master, POLLIN, 0};
        if (poll(&watched, 1, patience) <= 0)
            return;
        std::array<char, 65536> buffer {};
        const ssize_t got = read(master, buffer.data(), buffer.size());
        if (got <= 0)
            return;
        written.append(buffer.data(), static_cast<std::size_t>(got));
        emulator.write({buffer.data(), static_cast<std::size_t>(got)});
    }

    void read_for(std::chrono::milliseconds time)
    {
        const auto end = std::chrono::steady_clock::now() + time;
        while (std::chrono::steady_clock::now() < end)
            read_some(10);
    }

    template<class Condition>
    void until(Condition is_so, const std::string& what)
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

    std::string shown() const { return replace_all(emulator.screen(), address, "$ADDRESS"); }

    std::string content(const std::string& section) const
    {
        if (section == "screen")
            return shown();
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

    Emulator emulator;
    std::string address;
    std::string written;
    int master = -1;
    int slave = -1;
    termios at_start {};
    pid_t process = -1;
    int ended = -1;
};

std::string play(Live& chat, std::vector<Step>& steps)
{
    for (auto step = steps.begin() + 1; step != steps.end(); ++step) {
        if (step->name == "keys") {
            for (const auto& line : lines_of(step->text))
                chat.keys(line);
        } else if (const std::string problem = chat.compare(*step); !problem.empty()) {
            return problem;
        }
    }
    return chat.grammar_problem();
}

std::string complaint_about_files(const Case& c, const fs::path& workspace)
{
    for (const auto& [path, node] : c.after) {
        std::ifstream in(workspace / path);
        const std::string content {std::istreambuf_iterator<char>(in), {}};
        if (node.kind == Node::absent ? fs::exists(workspace / path) : content != node.content)
            return path + " is\n" + content;
    }
    return {};
}

}

int main(int argc, char** argv)
try {
    if (argc != 3)
        throw std::runtime_error("run_live_chat AGENTCLI CASE");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::string name = fs::temp_directory_path() / "live_chat.XXXXXX";
    const fs::path scratch = fs::canonical(mkdtemp(name.data()));
    const fs::path workspace = scratch / "demo";
    LiveCase file = read_live_case(argv[2]);
    ScriptedServer server;
    const std::string bin = fs::absolute(argv[1]).parent_path();
    const Variables variables {{"$URL", "http://" + server.address() + "/v1"},
        {"$ADDRESS", server.address()}, {"$ROOT", workspace}, {"$BIN", bin}};
    std::string conversation = replace_all(file.conversation, "$BIN", bin);
    ConversationCase c = parse_conversation(conversation, variables);
    auto& environment = c.common.environment;
    for (const std::string& variable :
        {std::string("PATH=/usr/bin:/bin"), "HOME=" + scratch.string(), std::string("TERM=xterm"),
            "OAI_BASE_URL=http://" + server.address() + "/v1", std::string("OAI_MODEL=demo-model")})
        environment.push_back(variable);
    make_tree(c.common.before, workspace);
    server.start(c.replies);
    std::string problem;
    {
        Live chat(size_in(file.steps.front().text), server.address());
        chat.start(fs::absolute(argv[1]), c.common, workspace);
        problem = play(chat, file.steps);
    }
    problem += complaint_about_files(c.common, workspace);
    server.stop();
    while (waitpid(-1, nullptr, WNOHANG) > 0) { }
    fs::remove_all(scratch);
    std::cout << problem;
    if (std::getenv("BLESS") != nullptr) {
        std::ofstream out(argv[2]);
        out << file.conversation;
        for (const Step& step : file.steps)
            out << "-- " << step.name << " --\n" << step.text;
    }
    return problem.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << argv[argc - 1] << ": " << error.what() << '\n';
    return 1;
}

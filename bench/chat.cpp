// chat [--answers] COMMAND…: plays a person at a terminal agent, on a pseudo-terminal of 80x24 that
// answers what terminals are asked, and prints a figure a line: its name, a tab, and the number.
// With --answers also what needs a model: bench/chat_stream.pl. A figure that cannot be had is
// missing, and stderr says what the terminal showed.
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

static double milliseconds(Clock::duration time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

class Terminal {
public:
    explicit Terminal(char** command)
    {
        master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        grantpt(master);
        unlockpt(master);
        const winsize size {24, 80, 0, 0};
        ioctl(master, TIOCSWINSZ, &size);
        const int slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
        termios modes {};
        tcgetattr(slave, &modes);
        modes.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON); // what echoes is the program
        tcsetattr(slave, TCSANOW, &modes);
        if (fork() == 0) {
            setsid();
            ioctl(slave, TIOCSCTTY, 0);
            for (int descriptor = 0; descriptor <= 2; ++descriptor)
                dup2(slave, descriptor);
            execvp(command[0], command);
            _exit(127);
        }
        close(slave);
    }
    ~Terminal() { close(master); }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void type(std::string bytes)
    {
        while (!bytes.empty()) {
            const ssize_t put = write(master, bytes.data(), bytes.size());
            if (put < 0 && errno != EAGAIN)
                return;
            bytes.erase(0, static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
            if (!bytes.empty())
                read_some(1);
        }
    }

    void rest(Clock::duration time)
    {
        for (const auto end = Clock::now() + time; Clock::now() < end;)
            read_some(5);
    }

    void forget() { recent.clear(); } // what was shown

    // Until it has shown one of these words, or false.
    bool shows(const std::vector<std::string>& words, Clock::duration patience)
    {
        const auto is_shown
            = [&](const std::string& word) { return recent.find(word) != std::string::npos; };
        for (const auto end = Clock::now() + patience; Clock::now() < end;) {
            if (std::any_of(words.begin(), words.end(), is_shown))
                return true;
            read_some(1);
        }
        return false;
    }

    // Says what there is instead.
    bool wait(const std::vector<std::string>& words, Clock::duration patience)
    {
        if (shows(words, patience))
            return true;
        const std::size_t size = std::min<std::size_t>(recent.size(), 1500);
        std::fprintf(stderr, "no '%s' in: %s\n", words[0].c_str(),
            recent.substr(recent.size() - size).c_str());
        return false;
    }

    std::uint64_t written = 0; // by the program

private:
    void read_some(int patience)
    {
        pollfd watched {master, POLLIN, 0};
        if (poll(&watched, 1, patience) <= 0)
            return;
        char buffer[65536];
        const ssize_t got = read(master, buffer, sizeof buffer);
        if (got <= 0) {
            poll(nullptr, 0, patience);
            return;
        }
        const std::string bytes(buffer, static_cast<std::size_t>(got));
        written += bytes.size();
        if (recent.size() > 1 << 20)
            recent.erase(0, recent.size() - 65536);
        recent += bytes;
        answer(bytes);
    }

    void answer(const std::string& bytes) const
    {
        static const std::vector<std::pair<std::string, std::string>> known {
            {"\033[c", "\033[?62;22c"}, {"\033[0c", "\033[?62;22c"}, {"\033[>c", "\033[>1;10;0c"},
            {"\033[6n", "\033[1;1R"}, {"\033[5n", "\033[0n"}, {"\033[?u", "\033[?0u"},
            {"\033]10;?", "\033]10;rgb:d0d0/d0d0/d0d0\033\\"},
            {"\033]11;?", "\033]11;rgb:1010/1010/1010\033\\"}};
        for (const auto& [question, reply] : known)
            if (bytes.find(question) != std::string::npos
                && ::write(master, reply.data(), reply.size()) < 0)
                return;
    }

    int master = -1;
    std::string recent;
};

// All processes that descend from this one, which adopts those whose parent has gone: their memory,
// each page divided by those that share it, and their processor time in seconds.
struct Use {
    double megabytes = 0;
    double seconds = 0;
    std::vector<pid_t> processes;
};

static std::vector<std::string> fields_of(pid_t process)
{
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(in, text);
    std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
    std::vector<std::string> all;
    for (std::string field; fields >> field;)
        all.push_back(field);
    return all;
}

static double megabytes_of(pid_t process)
{
    std::ifstream in("/proc/" + std::to_string(process) + "/smaps_rollup");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("Pss:"))
            return std::atof(line.c_str() + 4) / 1024;
    return 0;
}

static Use use()
{
    std::multimap<pid_t, pid_t> children;
    for (const auto& entry : std::filesystem::directory_iterator("/proc"))
        if (const pid_t id = std::atoi(entry.path().filename().c_str()); id > 0)
            if (const auto fields = fields_of(id); fields.size() > 15)
                children.emplace(std::atoi(fields[1].c_str()), id);
    Use use;
    for (std::vector<pid_t> left {getpid()}; !left.empty();) {
        const pid_t id = left.back();
        left.pop_back();
        for (auto [child, end] = children.equal_range(id); child != end; ++child)
            left.push_back(child->second);
        const auto fields = fields_of(id);
        if (id == getpid() || fields.size() < 16)
            continue;
        use.processes.push_back(id);
        use.megabytes += megabytes_of(id);
        for (std::size_t field = 11; field <= 14; ++field) // user, system, and of ended children
            use.seconds += std::stod(fields[field]) / static_cast<double>(sysconf(_SC_CLK_TCK));
    }
    return use;
}

static void end_all()
{
    for (int times = 0; times < 20; ++times) {
        for (const pid_t process : use().processes)
            kill(process, SIGKILL);
        while (waitpid(-1, nullptr, WNOHANG) > 0) { }
        poll(nullptr, 0, 20);
    }
}

static void print(const char* figure, double value) { std::printf("%s\t%.3f\n", figure, value); }

static std::string letter(int number) // Cyrillic ones: no program draws them by itself
{
    return {static_cast<char>(0xd0 + (number % 48 >= 32 ? 1 : 0)),
        static_cast<char>(number % 48 >= 32 ? 0x80 + number % 48 - 32 : 0x90 + number % 48)};
}

static void print_median(const char* figure, std::vector<double> values)
{
    if (values.empty())
        return;
    std::sort(values.begin(), values.end());
    print(figure, values[values.size() / 2]);
}

// Each key is another letter. One that is thrown away, while a program still starts, is left out.
static void echo(Terminal& terminal, const char* figure, int keys, Clock::duration pause)
{
    std::vector<double> times;
    int missing = 0;
    for (int key = 0; key < keys; ++key) {
        terminal.forget();
        const auto begin = Clock::now();
        terminal.type(letter(key));
        if (!terminal.wait({letter(key)}, 3s)) {
            if (++missing == 4)
                break;
            continue;
        }
        times.push_back(milliseconds(Clock::now() - begin));
        terminal.rest(pause);
    }
    print_median(figure, times);
    terminal.type("\x15"); // Ctrl-U
    terminal.rest(300ms);
}

// What was typed too early may have been thrown away.
static bool start(Terminal& terminal)
{
    const auto begin = Clock::now();
    for (int at = 0; at < 3600; ++at) {
        terminal.type(letter(47));
        if (terminal.shows({letter(47)}, 25ms)) {
            print("start", milliseconds(Clock::now() - begin));
            terminal.rest(2s);
            terminal.type("\x15");
            terminal.rest(500ms);
            return true;
        }
    }
    return terminal.wait({letter(47)}, 0s);
}

static void paste(Terminal& terminal)
{
    std::string lines;
    for (int line = 0; line < 10000; ++line)
        lines += "line number " + std::to_string(line) + "\n";
    terminal.forget();
    const auto begin = Clock::now();
    terminal.type("\033[200~" + lines + "\033[201~");
    if (terminal.wait({"pasted", "Pasted", "[paste #"}, 30s))
        print("paste", milliseconds(Clock::now() - begin));
    terminal.rest(500ms);
    terminal.type("\x03"); // clears the draft
    terminal.rest(2500ms);
}

// What an answer ends with; another one ends otherwise, so that no old one is taken for it, nor a
// part of it kept on the screen.
static std::string end_of(int pieces)
{
    return std::string(8, static_cast<char>('A' + pieces / 100 % 26));
}

// Where Enter came too early to send, it is pressed again.
static bool ask(Terminal& terminal, int pieces, int pause, const std::string& awaited)
{
    terminal.type("say pieces=" + std::to_string(pieces) + " pause=" + std::to_string(pause));
    terminal.rest(1s);
    terminal.forget();
    for (int times = 0; times < 3; ++times) {
        terminal.type("\r");
        if (terminal.wait({"word"}, 10s))
            return terminal.wait({awaited}, 90s);
    }
    return false;
}

static void answer(Terminal& terminal, int pieces, const std::string& suffix)
{
    const Use before = use();
    const std::uint64_t written = terminal.written;
    if (!ask(terminal, pieces, 0, end_of(pieces)))
        return;
    terminal.rest(1s);
    const Use after = use();
    print(("processor" + suffix).c_str(), after.seconds - before.seconds);
    print(("written" + suffix).c_str(), static_cast<double>(terminal.written - written) / 1e6);
    print(("memory" + suffix).c_str(), after.megabytes);
}

static void measure(char** command, bool has_answers)
{
    Terminal terminal(command);
    if (!start(terminal))
        return;
    echo(terminal, "echo", 40, 20ms);
    print("memory", use().megabytes);
    if (!has_answers)
        return;
    paste(terminal);
    constexpr int streamed = 1600;
    if (ask(terminal, streamed, 5000, "word")) {
        terminal.rest(500ms);
        echo(terminal, "echo.streaming", 20, 100ms);
        terminal.wait({end_of(streamed)}, 60s);
        terminal.rest(1s);
    }
    answer(terminal, 5000, ".100KB");
    answer(terminal, 50000, ".1MB");
}

int main(int argc, char** argv)
{
    const bool has_answers = argc > 2 && std::strcmp(argv[1], "--answers") == 0;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    measure(argv + (has_answers ? 2 : 1), has_answers);
    end_all();
}

#pragma once

#include "emulator.hpp"
#include "runner/conversation_case.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

// One of the sections of tests/chat/live/*.case that are done in their order.
struct Step {
    std::string name;
    std::string text;
};

struct LiveCase {
    std::string conversation; // the sections that run_conversation knows
    std::vector<Step> steps; // the first is the size
};

// "80x24"; throws std::runtime_error.
winsize size_in(const std::string& text);

// <any> stands for anything in its row.
bool row_fits(const std::string& wanted, const std::string& row);

LiveCase read_live_case(const std::string& path);
void write_live_case(const LiveCase& file, const std::string& path);

// agentcli on a pseudo-terminal, with libvterm as the terminal.
class Live {
public:
    Live(winsize size, std::string address);
    Live(const Live&) = delete;
    Live& operator=(const Live&) = delete;
    ~Live();

    void start(const std::filesystem::path& agentcli, const Case& c,
        const std::filesystem::path& workspace);

    // A line of a section of keys; README.md has their names.
    void keys(const std::string& line);

    void read_for(std::chrono::milliseconds time);

    // Throws std::runtime_error if it has not become so after 20 s.
    void until(const std::function<bool()>& is_so, const std::string& what);

    // What a section is compared with.
    std::string content(const std::string& section) const;

    // What breaks the grammar of output, or nothing.
    std::string grammar_problem() const;

    Emulator emulator;

    // Typed as by a person, who also takes the time of <reads: 900ms>; else there is no such time.
    bool is_slow = false;
    std::function<void(const std::string&)> has_read = [](const std::string&) {};
    std::function<std::size_t()> asked; // how many requests have come to the server
    std::function<void(const std::string&)> other_token; // throws if it is unknown, too

private:
    void type(const std::string& bytes);
    void token(const std::string& name);
    void resize(winsize size);
    pid_t child() const;
    void read_some(int patience);
    std::string shown() const;

    std::string address;
    std::filesystem::path directory; // the workspace
    std::string written;
    int master = -1;
    int slave = -1;
    termios at_start {};
    pid_t process = -1;
    int ended = -1;
};

// A chat from its beginning to its end: the server, a directory of its own for the workspace and
// HOME, and agentcli. `prepare` may change what the server replies; `play` returns what is wrong.
// Returns that, and the files and requests that are not as they have to be.
std::string run_live_case(const LiveCase& file, const std::filesystem::path& agentcli,
    const std::function<void(ConversationCase&)>& prepare,
    const std::function<std::string(Live&)>& play);

#pragma once

#include "emulator.hpp"
#include "held_machine.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>
#include <termios.h>

// A screen on a pseudo-terminal, in a process of its own that is locked in, with this process as
// its engine, its terminal and its clock. After each step the screen has done all that it can do at
// that moment.
class ChatPeer {
public:
    ChatPeer(int rows, int columns);
    ~ChatPeer();
    ChatPeer(const ChatPeer&) = delete;
    ChatPeer& operator=(const ChatPeer&) = delete;

    void type(const std::string& bytes); // one write
    void say(const std::string& line); // of the engine
    void pass(std::int64_t milliseconds);
    void resize(int rows, int columns);
    void signal(int number); // to the screen
    void stall(bool is_stalled); // the terminal takes nothing
    void kill(); // it, without warning; then the engine restores the terminal
    void end(); // of the engine

    // The lines that the screen has sent since the last call.
    std::vector<std::string> taken_lines();

    // Are the terminal's modes those of the beginning?
    bool has_old_modes() const;

    // Written since the last call.
    std::uint64_t taken_size();

    // 0 to 255, or 128 + the signal that ended it. -1: it runs.
    int status() const { return ended; }

    Emulator emulator;

private:
    void start();
    void settle();
    void read_idle();
    void read_terminal();
    void read_socket();
    void step_to(std::int64_t moment);
    bool is_settled() const;
    void wait_for_end();

    int master = -1;
    int slave = -1;
    int socket = -1;
    int control = -1;
    pid_t process = -1;
    termios at_start {};
    Idle idle;
    bool has_idle = false;
    bool stalls = false;
    std::uint64_t typed = 0;
    std::uint64_t said = 0;
    std::uint64_t signals = 0;
    std::uint64_t moments = 0;
    std::uint64_t shown = 0;
    std::uint64_t heard = 0;
    std::uint64_t taken = 0;
    std::int64_t now = 0;
    int ended = -1;
    std::string written; // to be checked against the grammar
    std::string lines;
};

#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace runner::terminal {

// A status line on stderr, which must be a terminal, with the number of seconds that it has been
// shown: "TEXT · 3 s". It has to be hidden before anything else is printed. The first show() starts
// a thread that updates the seconds; signals must be blocked then, so that this thread does not
// receive them.
class StatusLine {
public:
    StatusLine() = default;
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    ~StatusLine();

    // Replaces the line; an empty text removes it. Text wider than the terminal is cut off.
    void show(std::string wanted);

    void hide();

    // Shows the line that was hidden last, if there is one.
    void show_again();

private:
    void count();
    void draw();

    std::mutex mutex;
    std::condition_variable changed;
    std::string text;
    std::chrono::steady_clock::time_point begin;
    std::chrono::seconds shown {};
    bool is_shown = false;
    bool is_ending = false;
    std::thread counter;
};

}

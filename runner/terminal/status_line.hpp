#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace runner::terminal {

// A line at the end of a terminal that is stderr, and how many seconds it has been there: "TEXT · 3
// s". It is gone before anything else is printed. Signals must be held back where it is made to
// appear first: a thread counts the seconds, and takes none.
class StatusLine {
public:
    StatusLine() = default;
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    ~StatusLine();

    // Replaces the line; an empty text removes it. Text wider than the terminal is cut off.
    void show(std::string wanted);

    void hide();

    // What was hidden last, if anything.
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

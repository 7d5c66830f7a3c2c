#pragma once

#include "frontends/screen/keys.hpp"
#include "frontends/screen/region.hpp"
#include "frontends/screen/resizing.hpp"
#include "frontends/screen/run.hpp"
#include "frontends/screen/screen.hpp"

#include <optional>
#include <string>

namespace frontends::screen {

// The one loop: terminal, socket, signals, clock.
class Loop {
public:
    Loop(int terminal, int socket, const Settings& settings);
    int run();

private:
    void wait();
    std::optional<Moment> deadline();
    void take_terminal();
    void take_socket();
    void take_lines();
    void take_signals();
    void settle();
    // A key does not wait for its turn; the last update does not wait for anything.
    enum class Hurry { none, key, last };
    void draw(Hurry hurry);
    void flush_terminal();
    void flush_socket();
    void flush_all();
    void enter_terminal();
    void leave_terminal();

    int terminal;
    int socket;
    const Settings& settings;
    Machine& machine;
    std::string buffer; // for one read; not made anew for each key
    Screen screen;
    KeyParser keys;
    Resizing resizing;
    Region region;
    std::string out; // for the terminal
    std::size_t written = 0; // of it
    std::string lines_out; // for the engine
    std::string pending; // of the engine, a line that has begun
    std::size_t searched = 0;
    bool is_line_too_long = false;
    bool has_terminal = false; // is it ours now?
    bool is_dirty = true;
    bool is_urgent = true; // a key is drawn at once
    Moment last_draw {-1000};
    bool is_over = false;
    int signal = 0;
};

}

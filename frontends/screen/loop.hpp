#pragma once

#include "frontends/screen/keys.hpp"
#include "frontends/screen/region.hpp"
#include "frontends/screen/resizing.hpp"
#include "frontends/screen/run.hpp"
#include "frontends/screen/screen.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"

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
    io::OutputQueue out; // for the terminal
    io::OutputQueue lines_out; // for the engine
    io::LineReader lines_in {16 << 20}; // of the engine
    bool has_terminal = false; // is it ours now?
    bool is_dirty = true;
    bool is_urgent = true; // a key is drawn at once
    Moment last_draw {-1000};
    bool is_over = false;
    int signal = 0;
};

}

#include "fuzz.hpp"

#include "frontends/screen/output_grammar.hpp"
#include "frontends/screen/region.hpp"
#include "frontends/screen/screen.hpp"

using namespace frontends::screen;
using namespace std::chrono_literals;

// Of a session of lines and reads: the first byte of each NUL-ended piece says what it is.
void fuzz(std::string_view input)
{
    Screen screen;
    KeyParser keys;
    LiveRegion region(screen.palette());
    OutputGrammar grammar;
    Moment now = 0ms;
    Size size {80, 24};
    while (!input.empty()) {
        const std::string_view piece = take_text(input);
        if (piece.empty())
            continue;
        now += 100ms;
        const std::string_view rest = piece.substr(1);
        if (piece.front() == 'k') {
            for (const Key& key : keys.feed(rest, now))
                screen.press(key, now);
        } else if (piece.front() == 's') {
            size = {2 + rest.size() * 7 % 150, 1 + rest.size() % 60};
            region.rewrapped(size.columns);
        } else if (piece.front() == 't') {
            now += 700ms;
        } else {
            screen.on_line(piece.front() == '{' ? piece : rest, now);
        }
        screen.resize(size);
        screen.tick(now);
        if (screen.owner() != Screen::Owner::screen)
            screen.on_line(screen.owner() == Screen::Owner::shell
                    ? R"({"event":"continued"})"
                    : R"({"event":"error","text":"","code":"INTERNAL"})",
                now);
        const Lines finished = screen.take_finished([&] { return now; });
        const View view = screen.view(now);
        must(!view.rows.empty() && view.cursor_row < view.rows.size());
        must(view.rows.size() <= std::max<std::size_t>(size.rows - 1, 1) || size.rows < 6);
        for (const Line& row : view.rows)
            must(row.max_columns() < std::max<std::size_t>(size.columns, 2));
        must(grammar.check(region.update(finished, view) + screen.take_notices()).empty());
        for (const std::string& message : screen.take_messages())
            must(message.find('\n') == std::string::npos && message.front() == '{');
    }
}

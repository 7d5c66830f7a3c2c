#include "fuzz.hpp"

#include "frontends/screen/draft.hpp"
#include "frontends/screen/keys.hpp"

using namespace frontends::screen;
using namespace std::chrono_literals;

static void edit(Draft& draft, const Key& key)
{
    switch (key.kind) {
    case Key::typed: return draft.insert(key.text);
    case Key::paste: return draft.insert_paste(key.text);
    case Key::left: return draft.left();
    case Key::right: return draft.right();
    case Key::home: return draft.home();
    case Key::word_left: return draft.word_left();
    case Key::backspace: return draft.backspace();
    case Key::erase: return draft.erase();
    case Key::up: draft.up(); return;
    case Key::down: draft.down(); return;
    case Key::enter: return draft.kill_word_left();
    case Key::tab: return draft.yank();
    case Key::escape: return draft.kill_to_end();
    default: return draft.kill_word_right();
    }
}

// Bytes in reads that NUL ends. Typed is no control character, and after an end mark nothing of its
// read is a key.
void fuzz(std::string_view input)
{
    KeyParser parser;
    Draft draft;
    Moment now = 0ms;
    while (!input.empty()) {
        const std::string_view read = take_text(input);
        std::vector<Key> keys = parser.feed(read, now += 10ms);
        if (read.size() % 3 == 0)
            for (const Key& key : parser.tick(now += 2s))
                keys.push_back(key);
        for (const Key& key : keys) {
            must(key.text.find('\033') == std::string::npos
                && key.text.find('\r') == std::string::npos);
            must(key.kind == Key::paste || key.text.find('\n') == std::string::npos);
            edit(draft, key);
            if (draft.all().size() > 10000) // each yank may double it
                draft.clear();
            must(draft.cursor() <= draft.all().size());
        }
        must(keys.empty() || read.find("\033[201~") == std::string_view::npos
            || keys.back().kind == Key::paste || read.find("\033[200~") > read.rfind("\033[201~"));
    }
    for (const Key& key : parser.tick(now + 2s))
        edit(draft, key);
    must(draft.text().find('\033') == std::string::npos);
}

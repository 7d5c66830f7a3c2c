#include "frontends/screen/input.hpp"

#include "frontends/screen/characters.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

static constexpr std::size_t max_remembered = 1000;

bool Input::edit_by_letter(const Key& key)
{
    const char letter = key.text.empty() ? '\0' : key.text.front();
    if (key.kind == Key::alt) {
        switch (letter) {
        case 'b': return draft.word_left(), true;
        case 'f': return draft.word_right(), true;
        case 'd': return draft.kill_word_right(), true;
        default: return false;
        }
    }
    switch (letter) {
    case 'a': return draft.home(), true;
    case 'e': return draft.end(), true;
    case 'b': return draft.left(), true;
    case 'f': return draft.right(), true;
    case 'w': return draft.kill_word_left(), true;
    case 'u': return draft.kill_to_home(), true;
    case 'k': return draft.kill_to_end(), true;
    case 'y': return draft.yank(), true;
    case 'd': return draft.erase(), true;
    case 'h': return draft.backspace(), true;
    default: return false;
    }
}

void Input::undo()
{
    if (earlier.empty())
        return;
    draft = std::move(earlier.back());
    earlier.pop_back();
    last_edit = Key::end;
}

// True if the draft is too large to keep what it was before each change.
static bool is_large(const Draft& draft)
{
    static constexpr std::size_t max_units = 5000;
    static constexpr std::size_t max_bytes = 64 << 10;
    std::size_t bytes = 0;
    if (draft.all().size() > max_units)
        return true;
    for (const Draft::Unit& unit : draft.all())
        bytes += unit.text.size();
    return bytes > max_bytes;
}

void Input::keep_before(Draft before)
{
    static constexpr std::size_t max_changes = 50;
    if (earlier.size() >= max_changes)
        earlier.erase(earlier.begin());
    earlier.push_back(std::move(before));
}

void Input::insert_word(std::string_view typed)
{
    Draft before = draft;
    draft.insert_word(typed);
    is_large(draft) ? earlier.clear() : keep_before(std::move(before));
    last_edit = Key::paste;
}

void Input::replace_paste(std::string_view pasted, std::string_view by)
{
    Draft before = draft;
    if (!draft.replace_paste(pasted, by))
        return;
    is_large(draft) ? earlier.clear() : keep_before(std::move(before));
    last_edit = Key::paste;
}

// A word that is typed is one change.
bool Input::edit(const Key& key)
{
    if (key.kind == Key::control && key.text == "_")
        return undo(), true;
    std::optional<Draft> before;
    if (!is_large(draft))
        before = draft;
    const bool is_edit = edit_draft(key);
    const bool continues_word = key.kind == Key::typed && last_edit == Key::typed
        && key.text.find(' ') == std::string::npos && key.text.size() < 8;
    if (!before || is_large(draft)) {
        earlier.clear();
    } else if (!continues_word && before->text() != draft.text()) {
        keep_before(*std::move(before));
    }
    last_edit = key.kind;
    return is_edit;
}

bool Input::edit_draft(const Key& key)
{
    const bool kills = (key.kind == Key::control && key.text.find_first_of("wuk") == 0)
        || (key.kind == Key::alt && key.text == "d");
    if (!kills)
        draft.end_kill();
    switch (key.kind) {
    case Key::typed: return draft.insert(key.text), true;
    case Key::paste: return draft.insert_paste(key.text), true;
    case Key::line_break: return draft.insert("\n"), true;
    case Key::backspace: return draft.backspace(), true;
    case Key::erase: return draft.erase(), true;
    case Key::left: return draft.left(), true;
    case Key::right: return draft.right(), true;
    case Key::word_left: return draft.word_left(), true;
    case Key::word_right: return draft.word_right(), true;
    case Key::home: return draft.home(), true;
    case Key::end: return draft.end(), true;
    case Key::up: return draft.up() || older();
    case Key::down: return draft.down() || younger();
    case Key::control:
    case Key::alt: return edit_by_letter(key);
    default: return false;
    }
}

std::vector<std::size_t> Input::pasted_marks_of(const std::string& text) const
{
    const auto found = pasted.find(text);
    return found == pasted.end() ? std::vector<std::size_t>() : found->second;
}

void Input::remember(const std::string& text, const std::vector<std::size_t>& pasted_marks)
{
    place.reset();
    if (pasted.size() >= max_remembered)
        pasted.clear();
    pasted.erase(text);
    if (!pasted_marks.empty())
        pasted[text] = pasted_marks;
    if (text.empty() || text.front() == ' ' || (!history.empty() && history.back() == text))
        return;
    history.push_back(text);
    if (history.size() > max_remembered)
        history.erase(history.begin());
}

bool Input::older()
{
    if (history.empty() || place == std::size_t {0})
        return false;
    if (!place)
        unsent = draft;
    place = place.value_or(history.size()) - 1;
    recall(history[*place]);
    return true;
}

bool Input::younger()
{
    if (!place)
        return false;
    place = *place + 1;
    if (*place == history.size())
        place.reset();
    if (place)
        recall(history[*place]);
    else
        draft = std::exchange(unsent, {});
    return true;
}

void Input::begin_search() { search = Search {{}, draft, history.size()}; }

// Finds the newest line before `from` that contains the words.
void Input::find(std::size_t from)
{
    for (std::size_t at = std::min(from, history.size()); at > 0; --at)
        if (history[at - 1].find(search->words) != std::string::npos) {
            search->at = at - 1;
            recall(history[at - 1]);
            return;
        }
}

void Input::search_key(const Key& key)
{
    if (key.kind == Key::typed) {
        search->words += key.text;
        find(std::min(search->at + 1, history.size()));
    } else if (key.kind == Key::backspace) {
        while (!search->words.empty()
            && (static_cast<unsigned char>(search->words.back()) & 0xc0U) == 0x80)
            search->words.pop_back();
        if (!search->words.empty())
            search->words.pop_back();
        find(history.size());
    } else if (key.kind == Key::control && key.text == "r") {
        find(search->at);
    } else if (key.kind == Key::escape
        || (key.kind == Key::control && (key.text == "g" || key.text == "c"))) {
        draft = std::move(search->before);
        search.reset();
    } else {
        search.reset();
        if (key.kind != Key::enter)
            edit(key);
    }
}

// Returns the text shown for a unit; empty for a newline.
static SafeText shown_unit(const Draft::Unit& unit, std::size_t column)
{
    if (unit.is_token)
        return token_text(unit.text);
    if (unit.text == "\t")
        return spaces(8 - column % 8);
    return prose(unit.text);
}

namespace {

// Lays out a draft, row by row.
class DraftRows {
public:
    DraftRows(const Line& prompt, std::size_t columns)
        : columns(std::max<std::size_t>(columns, 4))
        , indent(std::min<std::size_t>(prompt.max_columns() + 2 < this->columns ? 2 : 0, 2))
    {
        if (prompt.max_columns() + 2 < this->columns)
            row = prompt;
        used = row.max_columns();
    }

    InputRows of(const Draft& draft)
    {
        for (std::size_t at = 0; at < draft.all().size(); ++at) {
            const Draft::Unit& unit = draft.all()[at];
            const bool is_break = unit.text == "\n" && !unit.is_token;
            SafeText text = is_break ? SafeText() : shown_unit(unit, used);
            if (max_columns_of(text.bytes()) + indent + 1 > columns)
                text = unit.is_token ? shorter(text) : SafeText("\xef\xbf\xbd");
            const std::size_t size = max_columns_of(text.bytes());
            if (used + size >= columns)
                next_row();
            if (at == draft.cursor())
                place_cursor();
            row.add(text, unit.is_token ? Style {.dim = true} : Style());
            used += size;
            if (is_break)
                next_row();
        }
        if (draft.cursor() == draft.all().size())
            place_cursor();
        result.rows.push_back(std::move(row));
        return std::move(result);
    }

private:
    SafeText shorter(const SafeText& text) const
    {
        return prose(cut({text}, columns - indent).text());
    }

    void next_row()
    {
        result.rows.push_back(std::exchange(row, {}));
        row.add(spaces(indent));
        used = indent;
    }

    void place_cursor()
    {
        result.cursor_row = result.rows.size();
        result.cursor_byte = row.text().size();
    }

    std::size_t columns;
    std::size_t indent;
    Line row;
    std::size_t used = 0;
    InputRows result;
};

}

InputRows rows_of_draft(
    const Draft& draft, const Line& prompt, std::size_t columns, std::size_t most)
{
    InputRows input = DraftRows(prompt, columns).of(draft);
    if (input.rows.size() <= most)
        return input;
    const std::size_t first = std::min(
        input.cursor_row - std::min(input.cursor_row, most / 2), input.rows.size() - most);
    const auto begin = input.rows.begin() + static_cast<std::ptrdiff_t>(first);
    input.rows = Lines(begin, begin + static_cast<std::ptrdiff_t>(most));
    input.cursor_row -= first;
    return input;
}

InputRows Input::rows(
    std::size_t columns, std::size_t most, const Palette& palette, const Line& mode) const
{
    static constexpr std::size_t min_columns = 10;
    const SafeText mark = columns < min_columns ? SafeText("❯") : SafeText("❯ ");
    Line prompt = mode;
    if (!mode.empty())
        prompt.add(" ");
    prompt.add(mark, palette.of(Role::own));
    if (search)
        prompt = Line(SafeText("❯ (search: ") + prose(search->words) + ") ", palette.of(Role::dim));
    return rows_of_draft(draft, prompt, columns, std::max<std::size_t>(most, 1));
}

}

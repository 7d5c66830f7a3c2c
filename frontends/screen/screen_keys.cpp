// What keys do.

#include "frontends/screen/amounts.hpp"
#include "frontends/screen/mentions.hpp"
#include "frontends/screen/screen.hpp"

#include <algorithm>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment twice = 2s;
static constexpr int by_interrupt = 130; // as a shell has it

void Screen::send(const Json& message)
{
    messages.push_back(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Screen::press(const Key& key, Moment now)
{
    if (owned_by != Owner::screen)
        return;
    const bool is_interrupt = key.kind == Key::control && key.text == "c";
    const bool answers = !questions.empty() && !is_interrupt && questions.front().takes_keys(now);
    last_key = now;
    if (answers)
        return question_key(key, now);
    if (!questions.empty())
        questions.front().key_elsewhere(now);
    if (input.is_searching())
        return input.search_key(key);
    if (key.kind == Key::tab)
        return complete();
    if (!completion.is_open() || !list_key(key))
        press_in_draft(key, now);
}

// Returns false if the key closes the list, and does what it does without one.
bool Screen::list_key(const Key& key)
{
    switch (key.kind) {
    case Key::back_tab:
    case Key::up: return completion.previous(), true;
    case Key::down: return completion.next(), true;
    case Key::enter: return choose_completion(), true;
    default: completion.close(); return key.kind == Key::escape;
    }
}

void Screen::quit(int with)
{
    status_at_end = with;
    send({{"do", "quit"}});
}

void Screen::press_in_draft(const Key& key, Moment now)
{
    awaited.clear();
    hint.clear();
    hint_until = now + 5s;
    switch (key.kind) {
    case Key::control: return press_control(key.text.front(), now);
    case Key::enter: return enter();
    case Key::escape: return is_busy() ? interrupt(now) : void();
    case Key::up:
        if (input.draft.empty() && !waiting.empty())
            return send({{"do", "take-back"}});
        break;
    case Key::paste_refused: hint = "a paste of more than 16 MiB is refused"; break;
    case Key::paste:
        if (key.dropped > 0)
            hint = with_commas(key.dropped).bytes()
                + " control characters of the paste were dropped";
        break;
    default: break;
    }
    const bool had_mention = has_mention_to_complete();
    input.edit(key);
    if (key.kind == Key::typed && !had_mention && has_mention_to_complete())
        ask_for_names("s" + std::to_string(++requests)); // so that they are there for Tab
}

void Screen::press_control(char letter, Moment now)
{
    switch (letter) {
    case 'c':
        if (is_busy() || !questions.empty())
            return interrupt(now);
        if (!input.draft.empty()) {
            remember_draft();
            return input.draft.clear();
        }
        if (last_interrupt && now - *last_interrupt <= twice)
            return quit(by_interrupt);
        last_interrupt = now;
        hint = "Ctrl-C once more quits";
        hint_until = now + twice;
        return;
    case 'd':
        if (!input.draft.empty())
            return input.draft.erase();
        if (is_busy())
            return;
        return quit(0);
    case 'g': return edit_draft();
    case 'l': redraw = true; return;
    case 'o': return send({{"do", "command"}, {"line", "/show"}});
    case 'r': return input.begin_search();
    case 'z': owned_by = Owner::shell; return send({{"do", "suspend"}});
    default: input.edit({Key::control, std::string(1, letter), 0});
    }
}

void Screen::forget_interrupt()
{
    if (std::exchange(was_interrupted, false))
        hint.clear();
    last_interrupt.reset();
}

// A second one within 2 s kills everything that runs.
void Screen::interrupt(Moment now)
{
    if (!questions.empty())
        send({{"do", "answer"}, {"id", questions.front().id()}, {"verdict", "no"}});
    if (was_interrupted && last_interrupt && now - *last_interrupt <= twice)
        return quit(by_interrupt);
    was_interrupted = true;
    last_interrupt = now;
    hint = "interrupting; Ctrl-C once more ends everything";
    hint_until = now + twice;
    send({{"do", "interrupt"}});
}

void Screen::enter()
{
    const auto& units = input.draft.all();
    const std::size_t at = input.draft.cursor();
    if (at > 0 && units[at - 1].text == "\\" && !units[at - 1].is_pasted) {
        input.draft.backspace();
        return input.draft.insert("\n");
    }
    if (!input.draft.empty())
        send_draft();
}

// A text that is no command must not become one when it comes back.
void Screen::remember_draft()
{
    const Draft& draft = input.draft;
    const bool is_command = draft.begins_typed("/") || draft.begins_typed("!");
    const std::string text = draft.text();
    input.remember(is_command ? text : draft_of_message(text), draft.pasted_marks());
}

void Screen::send_draft()
{
    Draft& draft = input.draft;
    std::string text = draft.text();
    if (text.find_first_not_of(" \t\n") == std::string::npos)
        return draft.clear();
    remember_draft();
    if (draft.begins_typed("!")) {
        const bool is_secret = draft.begins_typed("!!");
        send({{"do", "run"}, {"command", text.substr(is_secret ? 2 : 1)}, {"tell", !is_secret}});
        transcript.put_said(text, terminal.columns);
    } else if (draft.begins_typed("/") && !draft.begins_typed("//")) {
        send({{"do", "command"}, {"line", text}});
        transcript.put_said(text, terminal.columns);
    } else {
        if (draft.begins_typed("//"))
            text.erase(0, 1);
        Json message {{"do", "say"}, {"text", text}, {"when", "now"}};
        if (const auto mentioned = mentions_in(draft.typed_text()); !mentioned.empty())
            message["mentions"] = mentioned;
        send(message);
    }
    draft.clear();
}

void Screen::edit_draft()
{
    awaited = "s" + std::to_string(++requests);
    owned_by = Owner::editor;
    edits_question = false;
    send({{"do", "edit"}, {"id", awaited}, {"text", input.draft.text()}});
}

bool Screen::has_mention_to_complete() const
{
    return input.draft.word_before_cursor().starts_with('@');
}

void Screen::ask_for_names(const std::string& id)
{
    std::string letters = input.draft.word_before_cursor().substr(1);
    std::erase(letters, '"');
    send({{"do", "complete"}, {"id", id}, {"kind", "path"}, {"text", letters}});
}

void Screen::complete()
{
    if (completion.is_open())
        return completion.next();
    const std::string word = input.draft.word_before_cursor();
    const bool is_command = word.starts_with('/') && input.draft.text().starts_with(word);
    if (!is_command && !word.starts_with('@'))
        return;
    awaited = "s" + std::to_string(++requests);
    if (!is_command)
        return ask_for_names(awaited);
    send({{"do", "complete"}, {"id", awaited}, {"kind", "command"}, {"text", word.substr(1)}});
}

void Screen::choose_completion()
{
    const std::string word = input.draft.word_before_cursor();
    const std::string mark = word.starts_with('/') ? "/" : "@";
    std::string chosen = completion.chosen();
    if (chosen.starts_with(mark))
        chosen.erase(0, 1);
    const bool is_directory = chosen.ends_with('/');
    if (mark == "@" && chosen.find(' ') != std::string::npos)
        chosen = "\"" + chosen + (is_directory ? "" : "\""); // more of it may follow
    input.draft.replace_word(mark + chosen + (is_directory ? "" : " "));
    completion.close();
}

void Screen::question_key(const Key& key, Moment now)
{
    if (key.kind == Key::control && (key.text == "z" || key.text == "l" || key.text == "o"))
        return press_control(key.text.front(), now);
    if (key.kind == Key::escape)
        return interrupt(now);
    act(questions.front().key(key, now, terminal.columns));
}

void Screen::act(const Question::Outcome& outcome)
{
    if (!outcome.shown.empty())
        transcript.put(Transcript::Kind::question, outcome.shown);
    if (!outcome.answer.is_null())
        send(outcome.answer);
    if (!outcome.to_edit.empty()) {
        awaited = "s" + std::to_string(++requests);
        owned_by = Owner::editor;
        edits_question = true;
        send({{"do", "edit"}, {"id", awaited}, {"text", outcome.to_edit}});
    }
}

}

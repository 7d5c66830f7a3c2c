// Handlers of keys.

#include "agent/channel/codec.hpp"
#include "frontends/screen/draft_messages.hpp"
#include "frontends/screen/screen.hpp"
#include "frontends/screen/values.hpp"

#include <algorithm>
#include <variant>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment twice = 2s;
static constexpr Moment pause_before_server = 150ms;
static constexpr int by_interrupt = 130; // like a shell

void Screen::send(const channel::ScreenMessage& message)
{
    messages.push_back(channel::encode(message));
}

// Returns the key that does by default what this one does.
const Key& Screen::default_key(const Key& pressed) const
{
    const auto found = std::find_if(chosen_keys.begin(), chosen_keys.end(),
        [&](const auto& chosen) { return chosen.first == pressed; });
    return found == chosen_keys.end() ? pressed : found->second;
}

void Screen::press(const Key& pressed, Moment now)
{
    if (owned_by != Owner::screen)
        return;
    const Key& key = default_key(pressed);
    const bool is_interrupt = key.kind == Key::control && key.text == "c";
    const bool answers = !questions.empty() && !is_interrupt && questions.front().takes_keys(now);
    last_key = now;
    if (answers)
        return question_key(key, now);
    if (!questions.empty()) {
        Question& question = questions.front();
        question.key_elsewhere(now);
        if (question.is_secret() && question.is_put() && !question.is_answered() && !is_interrupt)
            return; // typed too soon: a secret must not get into the draft
    }
    if (picker && questions.empty())
        return picker_key(key, now);
    if (input.is_searching())
        return input.search_key(key);
    const bool had_keys = std::exchange(shows_keys, false);
    if (key.kind == Key::typed && key.text == "?" && input.draft.empty() && !had_keys
        && !is_tiny()) {
        shows_keys = true;
        return;
    }
    if (had_keys && key.kind == Key::escape)
        return;
    if (key.kind == Key::tab)
        return complete(now);
    if (!completion.is_open() || !list_key(key))
        press_in_draft(key, now);
}

// Returns false if the key is handled as without a list.
bool Screen::list_key(const Key& key)
{
    static constexpr auto page = static_cast<std::ptrdiff_t>(max_list_rows);
    names_due.reset(); // what was found so far stays as it is
    switch (key.kind) {
    case Key::back_tab:
    case Key::up: return completion.move(-1, true), true;
    case Key::down: return completion.move(1, true), true;
    case Key::page_up: return completion.move(-page, false), true;
    case Key::page_down: return completion.move(page, false), true;
    case Key::enter: return enter_in_list();
    case Key::escape: return completion.close(), is_dismissed = true;
    default: return false;
    }
}

// Takes the chosen row, and runs a command that needs no more words. Those of a server may need
// some.
bool Screen::enter_in_list()
{
    if (!awaited.empty() || !completion.takes_enter(completed_word())) {
        completion.close();
        return false;
    }
    const bool sends = completion.sends() && !may_need_server(wanted);
    choose_completion();
    if (sends)
        send_draft();
    return true;
}

void Screen::quit(int with)
{
    status_at_end = with;
    send(channel::Quit {});
}

void Screen::press_in_draft(const Key& key, Moment now)
{
    edit_in_draft(key, now);
    if (owned_by == Owner::screen)
        suggest(key);
}

// Requests the list of what completes the word before the cursor, or closes the list.
void Screen::suggest(const Key& key)
{
    const bool is_edit = key.kind == Key::typed || key.kind == Key::backspace
        || key.kind == Key::erase || key.kind == Key::control || key.kind == Key::alt;
    const auto completed = completion_of_draft(input.draft);
    if (!completed)
        is_dismissed = false;
    if (completed && is_edit && !is_dismissed && !may_need_server(*completed) && !is_tiny()
        && !input.is_searching() && questions.empty()) {
        awaited = ask_for_names(false);
        return;
    }
    completion.close();
}

void Screen::edit_in_draft(const Key& key, Moment now)
{
    awaited.clear();
    takes_first = false;
    names_due.reset();
    hint.clear();
    hint_until = now + 5s;
    switch (key.kind) {
    case Key::control: return press_control(key.text.front(), now);
    case Key::enter: return enter();
    case Key::escape: return is_busy() && !was_interrupted ? interrupt(now) : void();
    case Key::back_tab: return send(channel::NextMode {});
    case Key::up:
        if (input.draft.empty() && !waiting.empty())
            return send(channel::TakeBack {});
        break;
    case Key::paste_refused: hint = "a paste of more than 16 MiB is refused"; break;
    case Key::paste:
        if (key.dropped > 0)
            hint = with_commas(key.dropped).bytes()
                + " control characters of the paste were dropped";
        break;
    default: break;
    }
    input.edit(key);
    if (key.kind == Key::paste)
        ask_about_paste(key.text);
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
        hint = "Ctrl-C once more ends the chat";
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
    case 'o': return send(channel::SlashCommand {"/show more"});
    case 'r': return input.begin_search();
    case 'v': hint = "reading the clipboard"; return send(channel::PasteImage {new_request()});
    case 'z': owned_by = Owner::shell; return send(channel::Suspend {});
    default: input.edit({Key::control, std::string(1, letter), 0});
    }
}

void Screen::forget_interrupt()
{
    if (std::exchange(was_interrupted, false))
        hint.clear();
    last_interrupt.reset();
}

// Interrupts the turn. A second call makes the engine kill the tools that have not ended.
void Screen::interrupt(Moment now)
{
    if (!questions.empty())
        send(questions.front().dismissed().value_or(
            answer_of(questions.front().id(), {Verdict::Word::no})));
    hint = was_interrupted ? "killing the tools that have not ended" : "interrupting";
    hint_until = now + twice;
    was_interrupted = true;
    last_interrupt.reset();
    send(channel::Interrupt {});
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

// Adds the draft to the history such that a text that is not a command does not become one.
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
    const std::string text = draft.text();
    if (text.find_first_not_of(" \t\n") == std::string::npos)
        return draft.clear();
    remember_draft();
    const channel::ScreenMessage message = message_of_draft(draft, channel::When::now);
    send(message);
    if (!std::holds_alternative<channel::ScreenSay>(message)) // the engine tells what is said
        transcript.put_said(text, terminal.columns);
    draft.clear();
    input.forget_changes();
}

void Screen::edit_draft() { open_editor(input.draft.text(), false); }

void Screen::open_editor(const std::string& text, bool is_of_question)
{
    awaited = new_request();
    owned_by = Owner::editor;
    edits_question = is_of_question;
    send(channel::EditText {awaited, text});
}

std::string Screen::completed_word() const
{
    std::string word = input.draft.word_before_cursor();
    if (!word.starts_with('@'))
        return word;
    word.erase(0, 1);
    std::erase(word, '"');
    return word;
}

// Returns the id that the reply repeats; empty if there is nothing to complete.
std::string Screen::ask_for_names(bool by_key)
{
    auto completed = completion_of_draft(input.draft);
    if (!completed)
        return {};
    wanted = *std::move(completed);
    wanted.id = new_request();
    wanted.by_key = by_key;
    send(wanted);
    return wanted.id;
}

// Takes the chosen row, or asks for the list. A server is asked only if no further key follows for
// a while.
void Screen::complete(Moment now)
{
    if (completion.is_open() && awaited.empty())
        return choose_completion();
    const auto completed = completion_of_draft(input.draft);
    if (!completed)
        return;
    const bool comes = !awaited.empty() && !wanted.by_key
        && wanted.kind != channel::Completed::shell && wanted.kind == completed->kind;
    if (comes || completion.is_open()) { // an open list is that of other letters
        takes_first = true;
        return;
    }
    is_dismissed = false;
    if (may_need_server(*completed)) {
        wanted.by_key = true;
        names_due = now + pause_before_server;
        return;
    }
    awaited = ask_for_names(true);
}

// A directory and a command that needs words open the list of what follows.
void Screen::choose_completion()
{
    const channel::CompletedCommand& chosen = completion.chosen();
    complete_draft(input.draft, chosen.text, chosen.partial);
    completion.close();
    names_due.reset();
    suggest({Key::typed, {}, 0});
}

void Screen::question_key(const Key& key, Moment now)
{
    if (key.kind == Key::control && (key.text == "z" || key.text == "l" || key.text == "o"))
        return press_control(key.text.front(), now);
    if (key.kind == Key::back_tab)
        return send(channel::NextMode {});
    if (key.kind == Key::escape && !questions.front().has_list()) {
        const auto answer = questions.front().dismissed();
        return answer ? send(*answer) : was_interrupted ? void() : interrupt(now);
    }
    act(questions.front().key(key, now, terminal.columns));
}

// Keeps the text that was typed for a list in the draft if the list is closed without a choice.
void Screen::picker_key(const Key& key, Moment now)
{
    if (key.kind == Key::control && (key.text == "z" || key.text == "l"))
        return press_control(key.text.front(), now);
    const auto message = picker->key(key, now);
    if (!message)
        return;
    if (std::holds_alternative<channel::Answer>(*message))
        input.draft.insert(picker->typed().text());
    send(*message);
    picker.reset();
}

void Screen::act(const Question::Outcome& outcome)
{
    if (!outcome.shown.empty())
        transcript.put(Transcript::Kind::question, outcome.shown);
    if (outcome.also)
        send(*outcome.also);
    if (outcome.answer)
        send(*outcome.answer);
    if (!outcome.to_edit.empty())
        open_editor(outcome.to_edit, true);
}

}

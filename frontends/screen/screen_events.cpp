// What the engine's events do to the screen.

#include "frontends/screen/amounts.hpp"
#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/fields.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "frontends/screen/mentions.hpp"
#include "frontends/screen/screen.hpp"
#include "toolkit/json/members.hpp"

#include <algorithm>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment long_turn = 10s;

void Screen::hear(std::string_view line, Moment now)
{
    const Json event = json_in(std::string(line));
    const std::string name = text_field(event, "event");
    if (name == "hello" || name == "run")
        return greet(event);
    if (name == "said")
        return said(event);
    if (name == "ask")
        return ask(event, now);
    if (name == "asked")
        return asked(event, now);
    if (name == "reply")
        return reply(event);
    if (name == "copy")
        return copy(event);
    if (name == "context" || name == "meters")
        meters.take(event);
    if (name == "note" || name == "context")
        return note(event, Role::dim);
    if (name == "continued" && owned_by == Owner::shell)
        owned_by = Owner::screen;
    if (name == "error" && owned_by == Owner::editor)
        owned_by = Owner::screen; // the editor does not come
    if (name == "error")
        return note(event, Role::error);
    hear_turn(name, event, now);
}

// What the model says and does.
void Screen::hear_turn(const std::string& name, const Json& event, Moment now)
{
    if (name == "turn")
        return turn(event, now);
    if (name == "reasoning") {
        thinking_since = thinking_since.value_or(now);
        return is_verbose ? transcript.add_reasoning(text_field(event, "text")) : void();
    }
    if (name == "text") {
        thinking_since.reset();
        return transcript.add_text(text_field(event, "text"));
    }
    if (name == "usage")
        return meters.add_usage(event);
    if (name == "nested")
        return calls.nested(event);
    if (name != "message" && name != "call" && name != "result")
        return;
    thinking_since.reset();
    // Of what does not come in pieces.
    if (const Json& message = json::member(event, "message");
        name == "message" && !transcript.has_pieces() && text_field(message, "role") != "tool")
        if (const std::string text = text_field(message, "content"); !text.empty())
            transcript.add_text(text);
    transcript.end_text(terminal.columns);
    const bool is_own = text_field(event, "by") == "operator";
    if (is_own)
        forget_interrupt();
    if (is_own && name == "call")
        own_since = now;
    if (name == "call")
        calls.begin(event, now);
    if (name == "result")
        transcript.put(is_own ? Transcript::Kind::answer : Transcript::Kind::call,
            calls.end(event, now, terminal.columns));
}

void Screen::take_look(const Json& look)
{
    colours.has_colours = !look.contains("colour") || flag_field(look, "colour");
    if (const Json& roles = json::member(look, "colours"); roles.is_object())
        for (const auto& [name, words] : roles.items()) {
            const auto role = role_named(name);
            const auto style
                = words.is_string() ? style_of_words(words.get<std::string>()) : std::nullopt;
            if (role && style)
                colours.set(*role, *style);
        }
    notice.kind = Notices::kind_named(text_field(look, "notify"));
    notice.is_in_tmux = flag_field(look, "tmux");
    notice.directory = text_field(look, "directory");
    is_known_to_reflow = flag_field(look, "reflows");
    is_verbose = flag_field(look, "verbose");
    if (flag_field(look, "title") && !sets_title) {
        sets_title = true;
        notice_bytes += notice.title();
    }
}

void Screen::greet(const Json& event)
{
    meters.take(event);
    calls.know_tools(json::member(event, "tools"));
    if (text_field(event, "event") != "hello")
        return;
    if (const Json& look = json::member(event, "look"); look.is_object())
        take_look(look);
    const Json& history = json::member(event, "history");
    std::vector<std::string> lines;
    if (history.is_array())
        for (const Json& line : history)
            if (line.is_string())
                lines.push_back(line);
    input.set_history(std::move(lines));
    SafeText words = SafeText("agentcli ") + strict(text_field(event, "version"));
    if (const std::string server = text_field(event, "endpoint"); !server.empty())
        words += SafeText(" · ") + strict(server);
    words += " · /help";
    transcript.put(
        Transcript::Kind::note, wrapped({words, colours.of(Role::dim)}, terminal.columns, 2));
}

void Screen::turn(const Json& event, Moment now)
{
    if (text_field(event, "state") == "begins") {
        turn_since = now;
        was_interrupted = false;
        last_interrupt.reset();
        return;
    }
    turn_ends(event, now);
}

void Screen::turn_ends(const Json& event, Moment now)
{
    transcript.end_text(terminal.columns);
    calls.forget();
    thinking_since.reset();
    questions.clear();
    if (was_interrupted)
        hint.clear();
    const std::string reason = text_field(event, "exitReason");
    const std::string error = text_field(event, "error");
    if (!error.empty() || (!reason.empty() && reason != "answered")) {
        Line line {"✗ ", colours.of(Role::error)};
        line.add(prose(error.empty() ? reason : error), colours.of(Role::error));
        Lines lines = wrapped(line, terminal.columns, 2);
        if (const std::string hint_text = text_field(event, "hint"); !hint_text.empty())
            for (Line& row : wrapped({SafeText("  ") + prose(hint_text), colours.of(Role::dim)},
                     terminal.columns, 2))
                lines.push_back(std::move(row));
        for (Line& one : lines)
            one = without_tabs(one);
        transcript.put(Transcript::Kind::note, std::move(lines));
    }
    if (turn_since && now - *turn_since > long_turn)
        notice_bytes += notice.of(Notices::Event::turn_ended);
    turn_since.reset();
}

void Screen::said(const Json& event)
{
    const std::string text = text_field(event, "text");
    const std::string state = text_field(event, "state");
    const auto found = std::find(waiting.begin(), waiting.end(), text);
    if (state == "sent" || state == "waiting") {
        if (found == waiting.end())
            waiting.push_back(text);
        return;
    }
    if (found != waiting.end())
        waiting.erase(found);
    if (state == "delivered") {
        transcript.end_text(terminal.columns);
        return transcript.put_said(text, terminal.columns);
    }
    if (state == "taken-back") {
        const std::string before = input.draft.text();
        std::vector<std::size_t> marks = input.pasted_marks_of(draft_of_message(text));
        const auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '@'));
        for (const std::size_t mark : input.draft.pasted_marks())
            marks.push_back(count + mark);
        input.draft.set(draft_of_message(before.empty() ? text : text + "\n" + before), marks);
    }
}

void Screen::ask(const Json& event, Moment now)
{
    questions.emplace_back(event, last_key, colours);
    if (questions.size() == 1)
        put_question(now);
}

void Screen::put_question(Moment now)
{
    transcript.end_text(terminal.columns);
    Lines lines = questions.front().put(now, terminal.columns);
    if (questions.front().can_be_repeated() && !std::exchange(has_asked, true))
        for (Line& row : wrapped(
                 {"  /approve never|changes|always says when you are asked", colours.of(Role::dim)},
                 terminal.columns, 2))
            lines.push_back(std::move(row));
    transcript.put(Transcript::Kind::question, std::move(lines));
    questions.front().key_elsewhere(last_key);
    notice_bytes += notice.of(Notices::Event::question);
}

void Screen::asked(const Json& event, Moment now)
{
    const std::string id = text_field(event, "id");
    const auto found = std::find_if(questions.begin(), questions.end(),
        [&](const Question& question) { return question.id() == id; });
    if (found == questions.end())
        return;
    const bool was_put = found->is_put();
    const bool was_first = found == questions.begin();
    std::string words = text_field(event, "verdict");
    if (words.empty())
        words = text_field(event, "state");
    questions.erase(found);
    if (was_put && !words.empty())
        transcript.put(Transcript::Kind::call,
            {cut({SafeText("◆ ") + strict(words), colours.of(Role::own)}, terminal.columns)});
    if (was_first && !questions.empty())
        put_question(now);
}

void Screen::note(const Json& event, Role role)
{
    const std::string text = text_field(event, "text");
    if (text.empty())
        return;
    transcript.end_text(terminal.columns);
    const Layout layout {terminal.columns, colours};
    Lines lines = plain_lines(text, layout, colours.of(role));
    if (const std::string more = text_field(event, "hint"); !more.empty())
        for (Line& row : plain_lines(more, layout, colours.of(Role::dim)))
            lines.push_back(std::move(row));
    transcript.put(Transcript::Kind::note, std::move(lines));
}

// The text that an editor has left.
void Screen::edited(const Json& event)
{
    owned_by = Owner::screen;
    const Json& left = json::member(event, "edited");
    if (!left.is_string())
        return note(event, Role::error);
    std::string text = left;
    if (std::exchange(edits_question, false))
        return questions.empty() ? void() : act(questions.front().edited(text));
    while (text.ends_with('\n'))
        text.pop_back();
    input.draft.set(text);
}

// Of an editor, a completion, or a command.
void Screen::reply(const Json& event)
{
    const std::string id = text_field(event, "id");
    if (owned_by == Owner::editor && id == awaited)
        return edited(event);
    if (event.contains("items")) {
        if (id != awaited)
            return; // a key has come meanwhile
        completion.open(event.at("items"));
        return completion.size() == 1 ? choose_completion() : void();
    }
    meters.take(event);
    const std::string text = text_field(event, "text");
    if (text.empty())
        return;
    transcript.end_text(terminal.columns);
    transcript.put(Transcript::Kind::answer, answer_lines(text, text_field(event, "form")));
}

// Of a command.
Lines Screen::answer_lines(const std::string& text, const std::string& form) const
{
    if (form == "markdown") {
        MarkdownStream stream(colours);
        stream.add(text);
        return stream.take_rest(terminal.columns);
    }
    if (form != "diff")
        return plain_lines(text, {terminal.columns, colours});
    Lines lines = change_lines(text, std::string::npos, colours).lines;
    for (Line& line : lines)
        line = of_stranger(std::move(line));
    return lines;
}

void Screen::copy(const Json& event)
{
    const std::string text = text_field(event, "text");
    const std::string bytes = Notices::clipboard(text);
    notice_bytes += bytes;
    SafeText words = with_commas(text.size());
    if (bytes.empty())
        words += " bytes are too many for the clipboard of a terminal: 100,000 at most";
    else
        words += notice.is_in_tmux
            ? SafeText(" bytes are for the clipboard: tmux passes them on with 'set -g "
                       "set-clipboard on'")
            : SafeText(" bytes are in the clipboard, if the terminal lets programs write it");
    transcript.put(Transcript::Kind::note,
        wrapped(
            {words, colours.of(bytes.empty() ? Role::warning : Role::dim)}, terminal.columns, 2));
}

}

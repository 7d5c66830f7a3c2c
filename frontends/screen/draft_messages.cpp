#include "frontends/screen/draft_messages.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

std::vector<std::string> mentions_in(std::string_view typed)
{
    static constexpr std::string_view spaces = " \t\n";
    std::vector<std::string> names;
    for (std::size_t at = typed.find('@'); at != std::string_view::npos;
         at = typed.find('@', at + 1)) {
        if (at > 0 && spaces.find(typed[at - 1]) == std::string_view::npos)
            continue;
        const bool is_quoted = at + 1 < typed.size() && typed[at + 1] == '"';
        const std::size_t begin = at + (is_quoted ? 2 : 1);
        const std::size_t end = std::min(
            is_quoted ? typed.find('"', begin) : typed.find_first_of(spaces, begin), typed.size());
        if (end > begin)
            names.emplace_back(typed.substr(begin, end - begin));
        at = std::max(at, end - 1);
    }
    return names;
}

std::string draft_of_message(const std::string& text)
{
    return text.starts_with('/') ? "/" + text : text.starts_with('!') ? " " + text : text;
}

channel::ScreenMessage message_of_draft(const Draft& draft, std::optional<channel::When> when)
{
    std::string text = draft.text();
    if (draft.begins_typed("!")) {
        const bool is_told = !draft.begins_typed("!!");
        return channel::ShellCommand {text.substr(is_told ? 1 : 2), is_told};
    }
    if (draft.begins_typed("/") && !draft.begins_typed("//"))
        return channel::SlashCommand {text};
    if (draft.begins_typed("//"))
        text.erase(0, 1);
    return channel::ScreenSay {
        channel::SaidText {std::move(text)}, {}, when, mentions_in(draft.typed_text())};
}

// Returns the line up to the cursor if the cursor is in an argument of a command and the line is
// not too long for a request for completion.
static std::optional<std::string> line_of_argument(const Draft& draft)
{
    constexpr std::size_t max_completed = 64 << 10;
    if (!draft.begins_typed("/") || draft.begins_typed("//"))
        return std::nullopt;
    std::string line = draft.text_before_cursor();
    const std::size_t space = line.find_first_of(" \t\n");
    if (space == std::string::npos || line.size() > max_completed)
        return std::nullopt;
    return line;
}

std::optional<channel::Complete> completion_of_draft(const Draft& draft)
{
    if (draft.begins_typed("!")) {
        std::string line = draft.text_before_cursor();
        const bool is_at_end = draft.cursor() == draft.all().size();
        if (!is_at_end || line.empty() || line.size() > 4096
            || line.find('\n') != std::string::npos)
            return std::nullopt;
        return channel::Complete {{}, channel::Completed::shell, line.substr(1)};
    }
    if (auto line = line_of_argument(draft))
        return channel::Complete {{}, channel::Completed::argument, *std::move(line)};
    const std::string word = draft.word_before_cursor();
    if (word.starts_with('/') && draft.text().starts_with(word))
        return channel::Complete {{}, channel::Completed::command, word.substr(1)};
    if (!word.starts_with('@'))
        return std::nullopt;
    std::string letters = word.substr(1);
    std::erase(letters, '"');
    return channel::Complete {{}, channel::Completed::path, std::move(letters)};
}

bool may_need_server(const channel::Complete& wanted)
{
    const std::size_t colon = wanted.text.find(':');
    return wanted.kind == channel::Completed::argument
        ? colon < wanted.text.find_first_of(" \t\n")
        : wanted.kind != channel::Completed::shell && colon != std::string::npos;
}

void complete_draft(Draft& draft, const std::string& name, bool is_partial)
{
    const std::string end = is_partial || name.ends_with('/') ? "" : " ";
    if (draft.begins_typed("!")) {
        return draft.set("!" + name);
    }
    if (line_of_argument(draft))
        return draft.replace_word(name + end);
    if (draft.word_before_cursor().starts_with('/'))
        return draft.replace_word((name.starts_with('/') ? name : "/" + name) + end);
    if (name.find(' ') == std::string::npos)
        return draft.replace_word("@" + name + end);
    draft.replace_word("@\"" + name + (end.empty() ? "" : "\" ")); // more of a directory may follow
}

}

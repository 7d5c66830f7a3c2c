#include "frontends/chat/plain_words.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"

namespace frontends::chat {

using namespace toolkit;

static constexpr std::size_t max_digest = 60;

std::string strict(const std::string& text)
{
    return text::for_decision(text::shortened(text, 200));
}

std::string digest_of(const Json& arguments)
{
    std::string digest;
    if (arguments.is_object())
        for (const auto& [name, value] : arguments.items())
            if (!value.is_object())
                digest += " " + screen::value_text(value);
    digest = text::shortened(digest.substr(0, digest.find('\n')), max_digest);
    return text::for_decision(digest);
}

std::string title_of(const channel::Display& display)
{
    std::string title = strict(display.verb);
    for (const auto& part : display.subject)
        title += part.form == channel::SubjectForm::quoted ? " \"" + strict(part.text) + "\""
                                                           : " " + strict(part.text);
    return title;
}

// Returns a fact in words: "2 lines added", and " removed" if the fact before it says of what.
static std::string words_of(const channel::Fact& fact, channel::FactRole before)
{
    using channel::FactRole;
    const bool is_change = fact.role == FactRole::added || fact.role == FactRole::removed;
    if (!is_change || fact.text.size() < 2)
        return strict(fact.text);
    const std::string count = fact.text.substr(1); // after its sign
    const std::string lines = before == FactRole::added ? "" : count == "1" ? " line" : " lines";
    return strict(count) + lines + (fact.role == FactRole::added ? " added" : " removed");
}

static std::string line_of(const channel::DisplayLine& line)
{
    using channel::LineRole;
    const std::string number = line.number ? " line " + std::to_string(*line.number) : "";
    const std::string text = text::for_terminal(text::shortened(line.text, 1000));
    switch (line.role) {
    case LineRole::added: return "added" + number + ": " + text + "\n";
    case LineRole::removed: return "removed" + number + ": " + text + "\n";
    case LineRole::name: return "note: " + strict(line.text) + "\n";
    case LineRole::reason: return "  " + strict(line.text) + "\n";
    case LineRole::same:
    case LineRole::gap: return {};
    case LineRole::output: break;
    }
    return "  " + text + "\n";
}

std::string end_of(const channel::Display& display, const std::string& mark)
{
    std::string text = (display.has_failed ? "failed: " : mark) + title_of(display);
    channel::FactRole before = channel::FactRole::plain;
    for (const auto& fact : display.facts) {
        text += ", " + words_of(fact, before);
        before = fact.role;
    }
    text += "\n";
    const std::string more = display.left_out == 0 ? ""
                                                   : "note: " + std::to_string(display.left_out)
            + (display.left_out == 1 ? " line" : " lines") + " more, /show\n";
    text += display.is_tail ? more : "";
    for (const auto& line : display.lines)
        text += line_of(line);
    return text + (display.is_tail ? "" : more);
}

std::string greeting_of(const channel::ChatHello& hello)
{
    std::string line = "note: agentcli " + strict(hello.version);
    if (!hello.directory.empty())
        line += " in " + strict(hello.directory);
    if (!hello.branch.empty())
        line += ", branch " + strict(hello.branch);
    if (hello.session)
        line += ", session " + strict(*hello.session);
    line += "\nnote: ";
    line += hello.model.empty()
        ? "no model yet: /connect finds or adds one, /demo shows a chat without one"
        : "model " + strict(hello.model);
    if (hello.server && !hello.model.empty())
        line += " at " + strict(*hello.server);
    for (const auto& fact : hello.facts)
        line += "; " + strict(fact);
    if (!hello.earlier.empty())
        line += "\nnote: " + strict(hello.earlier);
    for (const auto& warning : hello.warnings)
        line += "\nnote: " + strict(warning);
    return line + "\nnote: /keys lists the keys, /help the commands";
}

// Describes the effects that the tool of a call can have.
static std::string effects_in(const channel::ChatApproval& approval)
{
    const Json& effects = approval.effects.json();
    std::string words;
    const auto add = [&](const std::string& what) { words += (words.empty() ? "" : ", ") + what; };
    if (approval.changes_files)
        add("may change files");
    if (json::member(effects, "programs") == true)
        add("runs programs");
    if (const std::string network = json::string_member(effects, "network"); !network.empty())
        add("network " + strict(network));
    if (!effects.is_object() && words.empty())
        return "says nothing of what it can do";
    return words.empty() ? "changes nothing" : words;
}

std::string heading_of(const channel::ChatApproval& approval)
{
    if (approval.message)
        return "question: may this message of " + strict(approval.tool) + " go to the model?\n";
    std::string line = "question: may " + strict(approval.tool);
    if (approval.agent)
        line += " of the agent " + strict(*approval.agent);
    if (approval.of && approval.count.value_or(0) > 1)
        line
            += " (" + std::to_string(*approval.of) + " of " + std::to_string(*approval.count) + ")";
    line += " run? It " + effects_in(approval);
    if (approval.edited)
        line += "; as you have edited it";
    if (approval.changed)
        line += "; this has changed while you read it";
    return line + "\n";
}

}

#include "agent/model/reply_text.hpp"

#include "agent/model/call_frames.hpp"
#include "agent/model/end_tokens.hpp"
#include "agent/model/prefix_match.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::model {

namespace {

struct Reasoning {
    std::string_view opening;
    std::string_view closing;
};

constexpr std::array<Reasoning, 8> reasonings {
    {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<seed:think>", "</seed:think>"},
        {"[THINK]", "[/THINK]"}, {"<|START_THINKING|>", "<|END_THINKING|>"},
        {"◁think▷", "◁/think▷"}, {"<thought>", "</thought>"}, {"<reasoning>", "</reasoning>"}}};

constexpr std::array<std::string_view, 5> channel_ends {
    "<|end|>", "<|return|>", "<|call|>", "<|start|>", "<|channel|>"};

constexpr std::string_view message_token = "<|message|>";

}

void ReplyText::put(Parts& parts, std::size_t size)
{
    const std::string_view piece = rest().substr(0, size);
    if (channel == Channel::reasoning)
        parts.reasoning += piece;
    else if (channel == Channel::call)
        calls += piece;
    else
        parts.text += piece;
    text_size += channel == Channel::text ? piece.size() : 0;
    if (!piece.empty())
        last = piece.back();
    skip(piece.size());
}

// True if there is more to process.
bool ReplyText::begin(Parts& parts, bool is_end)
{
    static constexpr std::array<std::pair<std::string_view, State>, 4> tokens_before {
        {{"<|channel|>", State::channel_header}, {"<|start|>", State::channel_header},
            {"assistant<|channel|>", State::channel_header},
            {"<|START_RESPONSE|>", State::after_think}}};
    static constexpr std::size_t max_examined = 4096; // whitespace may come before
    const std::string_view head = rest().substr(0, max_examined);
    const std::string_view text = without_leading_whitespace(head);
    const std::size_t leading = head.size() - text.size();
    PrefixMatch best = text.empty() ? PrefixMatch::partial : presence_of_json_call(text);
    bool is_call = best == PrefixMatch::full;
    const auto begins_with = [&](std::string_view opening) {
        const PrefixMatch found = presence(text, opening);
        best = std::max(best, found);
        return found == PrefixMatch::full;
    };
    for (const auto& [opening, end] : reasonings)
        if (begins_with(opening)) {
            skip(leading + opening.size());
            closing = end;
            channel = Channel::reasoning;
            state = State::think;
            has_opening = true;
            return true;
        }
    for (const auto& [token, next] : tokens_before)
        if (begins_with(token)) {
            skip(leading + token.size());
            state = next;
            return true;
        }
    for (const std::string_view opening : call_openings)
        is_call = begins_with(opening) || is_call;
    for (const CallFrame& frame : call_frames)
        is_call = begins_with(frame.opening) || is_call;
    if (best == PrefixMatch::partial && head.size() < max_examined && !is_end)
        return false;
    skip(state == State::after_think ? leading : 0);
    state = is_call ? State::held : State::plain;
    return pass_on(parts, is_end);
}

// Returns how many of the last bytes may be the beginning of one of the tokens.
template<class Tokens>
static std::size_t unfinished(std::string_view text, const Tokens& tokens)
{
    for (std::size_t at = text.find('<', text.size() - std::min<std::size_t>(text.size(), 64));
         at != std::string_view::npos; at = text.find('<', at + 1))
        for (const std::string_view token : tokens)
            if (token.starts_with(text.substr(at)))
                return text.size() - at;
    return 0;
}

bool ReplyText::leave_think(Parts& parts, bool is_end)
{
    const std::size_t end = rest().find(closing);
    if (end != std::string_view::npos) {
        put(parts, end);
        skip(closing.size());
        last = '\n';
        channel = Channel::text;
        state = State::after_think;
        return true;
    }
    std::size_t kept = is_end ? 0 : std::min(rest().size(), closing.size() - 1);
    while (kept > 0 && !closing.starts_with(rest().substr(rest().size() - kept)))
        --kept;
    put(parts, rest().size() - kept);
    return false;
}

// Reads the header of a channel, up to <|message|>: the role, if any, and "analysis" or "commentary
// to=functions.exec <|constrain|>json".
bool ReplyText::read_header(bool is_end)
{
    static constexpr std::size_t max_header = 1000;
    const std::size_t longest = max_header + message_token.size();
    const std::size_t end = rest().substr(0, longest).find(message_token);
    const bool is_none = end == std::string_view::npos;
    if (is_none && !is_end && rest().size() < longest)
        return false;
    const std::string header(rest().substr(0, is_none ? 0 : end));
    skip(is_none ? 0 : end + message_token.size());
    if (header.find("to=") != std::string::npos) {
        channel = Channel::call;
        calls += "<|start|>" + header + std::string(message_token);
    } else {
        const bool is_reasoning = header.find("analysis") != std::string::npos;
        channel = is_reasoning ? Channel::reasoning : Channel::text;
    }
    state = State::channel;
    return !rest().empty();
}

// Returns the offset of the first token that ends a channel, and the token; the size of the text
// and an empty token if there is none.
static std::pair<std::size_t, std::string_view> first_channel_end(std::string_view text)
{
    for (std::size_t at = text.find("<|"); at != std::string_view::npos;
         at = text.find("<|", at + 1))
        for (const std::string_view token : channel_ends)
            if (text.substr(at).starts_with(token))
                return {at, token};
    return {text.size(), {}};
}

bool ReplyText::read_channel(Parts& parts, bool is_end)
{
    const auto [end, token] = first_channel_end(rest());
    if (token.empty()) {
        put(parts, end - (is_end ? 0 : unfinished(rest(), channel_ends)));
        return false;
    }
    put(parts, end);
    skip(token.size());
    if (channel == Channel::call)
        calls += "<|call|>";
    channel = Channel::text;
    if (token == "<|channel|>" || token == "<|start|>")
        state = State::channel_header;
    return !rest().empty();
}

// True if the text is nothing but tokens that end a message, the last of which may be incomplete.
static bool may_be_the_end(std::string_view text)
{
    static constexpr int max_tokens = 8;
    static constexpr std::size_t longest = 512;
    if (text.size() > longest)
        return false;
    for (int count = 0; count < max_tokens; ++count) {
        const auto token = std::find_if(end_tokens.begin(), end_tokens.end(),
            [&](std::string_view one) { return text.starts_with(one); });
        if (token == end_tokens.end())
            return std::any_of(end_tokens.begin(), end_tokens.end(),
                [&](std::string_view one) { return one.starts_with(text); });
        text = without_leading_whitespace(text.substr(token->size()));
    }
    return text.empty();
}

// True if the text begins with </think> on a line of its own and no opening tag came before:
// templates put it into the prompt.
bool ReplyText::ends_unopened(std::string_view text, char before, bool is_end) const
{
    const std::string_view after = text.substr(std::min(reasonings[0].closing.size(), text.size()));
    return !has_opening && before == '\n' && text.starts_with(reasonings[0].closing)
        && (after.empty() ? is_end : after.starts_with('\n') || after.starts_with('\r'));
}

// Returns how many bytes of the rest can be passed on now. A token after a space or a quotation
// mark is part of the text.
std::size_t ReplyText::end_to_pass_on(bool is_end)
{
    const auto& [opening, end_of_reasoning] = reasonings[0];
    const std::string_view text = rest();
    for (std::size_t at = text.find('<'); at != std::string_view::npos;
         at = text.find('<', at + 1)) {
        const std::string_view found = text.substr(at);
        const char before = at == 0 ? last : text[at - 1];
        has_opening = has_opening || found.starts_with(opening);
        const bool may_go_on = !has_opening
            && (presence(found, opening) == PrefixMatch::partial
                || (before == '\n' && found.size() <= end_of_reasoning.size()
                    && presence(found.substr(0, end_of_reasoning.size()), end_of_reasoning)
                        != PrefixMatch::no));
        const bool is_quoted = before == ' ' || before == '`' || before == '"' || before == '\'';
        if (ends_unopened(found, before, is_end) || (may_go_on && !is_end)
            || (!is_quoted && may_be_the_end(found)))
            return at;
    }
    return text.size();
}

static std::string_view without_end_tokens(std::string_view text)
{
    const auto remove = [&](std::string_view token) {
        const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
        if (!text.substr(0, end).ends_with(token))
            return false;
        text = text.substr(0, end - token.size());
        return true;
    };
    while (std::any_of(end_tokens.begin(), end_tokens.end(), remove) || remove("</s>")) { }
    return text;
}

bool ReplyText::pass_on(Parts& parts, bool is_end)
{
    if (state == State::held) {
        put(parts, is_end ? without_end_tokens(rest()).size() : 0);
        return false;
    }
    put(parts, end_to_pass_on(is_end));
    const std::string_view text = rest();
    if (ends_unopened(text, last, is_end)) {
        skip(reasonings[0].closing.size());
        unopened = text_size;
        has_opening = true;
        last = '\n';
        return true;
    }
    const bool is_token = std::any_of(end_tokens.begin(), end_tokens.end(),
        [&](std::string_view token) { return text.starts_with(token); });
    if (is_end && !is_token)
        put(parts, text.size());
    return false;
}

bool ReplyText::step(Parts& parts, bool is_end)
{
    switch (state) {
    case State::beginning:
    case State::after_think: return begin(parts, is_end);
    case State::think: return leave_think(parts, is_end);
    case State::channel_header: return read_header(is_end);
    case State::channel: return read_channel(parts, is_end);
    case State::plain:
    case State::held: break;
    }
    return pass_on(parts, is_end);
}

ReplyText::Parts ReplyText::add(std::string_view piece)
{
    held += piece;
    Parts parts;
    while (step(parts, false)) { }
    held.erase(0, std::exchange(at, 0));
    return parts;
}

ReplyText::Parts ReplyText::end()
{
    Parts parts;
    while (step(parts, true)) { }
    parts.calls = std::move(calls);
    parts.unopened = unopened;
    *this = ReplyText();
    return parts;
}

std::string text_with_calls(const ReplyText::Parts& parts)
{
    const bool has_both = !parts.text.empty() && !parts.calls.empty();
    return parts.text + (has_both && !parts.text.ends_with('\n') ? "\n" : "") + parts.calls;
}

ReplyText::Parts parts_of_reply(std::string_view text)
{
    ReplyText reply;
    ReplyText::Parts parts = reply.add(text);
    const ReplyText::Parts rest = reply.end();
    std::string all = std::move(parts.text) + rest.text;
    std::string reasoning = std::move(parts.reasoning) + rest.reasoning;
    if (rest.unopened > 0) {
        reasoning += all.substr(0, rest.unopened);
        all = std::string(without_leading_whitespace(std::string_view(all).substr(rest.unopened)));
    }
    return {std::move(all), std::move(reasoning), rest.calls};
}

}

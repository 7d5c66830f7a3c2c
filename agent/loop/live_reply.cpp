#include "agent/loop/live_reply.hpp"

#include "agent/loop/tokens.hpp"

#include <cmath>

namespace agent::loop {

LiveReply::LiveReply(Observer& observer, Shown shown, double max_tokens)
    : observer(observer)
    , shown(shown)
    , text(observer.redacted_stream())
    , reasoning(observer.redacted_stream())
    , max_tokens(max_tokens)
{
}

void LiveReply::hear_text(std::string_view piece)
{
    if (shown.text || shown.reasoning)
        show(reply.add(piece));
    check(repeated_text, piece);
}

void LiveReply::check(RepeatedText& repeated, std::string_view piece)
{
    static constexpr double doubt = 1.5;
    if (repeated.add(piece))
        throw EndlessReply {
            {Reason::failed, "", "the model says the same again and again: its reply was ended",
                "ask again, with a higher --temp or another model"}};
    if (std::isinf(max_tokens))
        return;
    tokens += estimated_tokens(piece);
    if (tokens > max_tokens * doubt)
        throw EndlessReply {{Reason::max_total_tokens, "",
            "no answer: the reply was ended, since it has " + std::to_string(std::llround(tokens))
                + " tokens by our estimate, and only "
                + std::to_string(std::llround(std::fmax(max_tokens, 0))) + " are left",
            "--max-total-tokens allows more"}};
}

void LiveReply::show(const model::ReplyText::Parts& parts)
{
    show_reasoning(parts.reasoning);
    if (!shown.text || parts.text.empty())
        return;
    // What is held back of the reasoning stays that: it may continue after the text, and so may a
    // secret in it.
    if (has_reasoning)
        observer.reasoning_pauses();
    has_text = true;
    shown_text += parts.text;
    observer.text(text.add(parts.text));
}

void LiveReply::hear_reasoning(std::string_view piece)
{
    show_reasoning(piece);
    check(repeated_reasoning, piece);
}

void LiveReply::show_reasoning(std::string_view piece)
{
    if (!shown.reasoning || piece.empty())
        return;
    has_reasoning = true;
    observer.reasoning(reasoning.add(piece));
}

void LiveReply::end(Rest rest, std::string_view whole_reasoning)
{
    model::ReplyText::Parts parts = reply.end();
    if (rest == Rest::calls)
        parts = {{}, parts.reasoning, {}, 0};
    else if (has_text && parts.text.empty() && !parts.calls.empty())
        parts.text = "\n";
    parts.text = model::text_with_calls(parts);
    show(parts);
    if (!has_text && !has_reasoning)
        show_reasoning(whole_reasoning);
    if (has_reasoning) {
        observer.reasoning(reasoning.end());
        observer.reasoning_ends();
    }
    if (!has_text)
        return;
    observer.text(text.end());
    observer.text_ends();
}

}

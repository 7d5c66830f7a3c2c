#include "agent/loop/live_reply.hpp"

namespace agent::loop {

LiveReply::LiveReply(Observer& observer, Shown shown)
    : observer(observer)
    , shown(shown)
    , text(observer.redacted_stream())
    , reasoning(observer.redacted_stream())
{
}

void LiveReply::hear_text(std::string_view piece)
{
    if (shown.text || shown.reasoning)
        show(reply.add(piece));
}

void LiveReply::show(const model::ReplyText::Parts& parts)
{
    hear_reasoning(parts.reasoning);
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
        hear_reasoning(whole_reasoning);
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

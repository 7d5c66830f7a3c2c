#include "agent/loop/live_reply.hpp"

#include <utility>

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
    end_reasoning();
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

void LiveReply::end_reasoning()
{
    if (std::exchange(has_reasoning, false))
        observer.reasoning(reasoning.end() + "\n");
}

void LiveReply::end(Rest rest)
{
    model::ReplyText::Parts parts = reply.end();
    if (rest == Rest::calls)
        parts = {{}, parts.reasoning, {}, 0};
    else if (has_text && parts.text.empty() && !parts.calls.empty())
        parts.text = "\n";
    parts.text = model::text_with_calls(parts);
    show(parts);
    end_reasoning();
    if (!has_text)
        return;
    observer.text(text.end());
    observer.text_ends();
}

}

#include "runner/live_reply.hpp"

#include <utility>

LiveReply::LiveReply(const Output& output, Shown shown)
    : output(output)
    , shown(shown)
    , text(output.redacted_stream())
    , reasoning(output.redacted_stream())
{
}

void LiveReply::hear_text(std::string_view piece)
{
    if (!shown.text || piece.empty())
        return;
    end_reasoning();
    has_text = true;
    output.text(text.add(piece));
}

void LiveReply::hear_reasoning(std::string_view piece)
{
    if (!shown.reasoning || piece.empty())
        return;
    has_reasoning = true;
    output.reasoning(reasoning.add(piece));
}

void LiveReply::end_reasoning()
{
    if (std::exchange(has_reasoning, false))
        output.reasoning(reasoning.end() + "\n");
}

void LiveReply::end()
{
    end_reasoning();
    if (has_text)
        output.text(text.end() + "\n");
}

#include "agent/loop/live_reply.hpp"

#include "agent/loop/tokens.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace agent::loop {

static constexpr std::size_t examined_size = std::size_t {16} << 10U;
static constexpr std::size_t step_size = std::size_t {4} << 10U;
static constexpr std::size_t max_period = std::size_t {1} << 10U;

// Returns the number of bytes after which the text repeats itself; its size if it does not. Uses
// the prefix function of Knuth, Morris and Pratt.
static std::size_t period_of(std::string_view text)
{
    std::vector<std::size_t> borders(text.size());
    for (std::size_t at = 1; at < text.size(); ++at) {
        std::size_t border = borders[at - 1];
        while (border > 0 && text[at] != text[border])
            border = borders[border - 1];
        borders[at] = border + (text[at] == text[border] ? 1 : 0);
    }
    return text.empty() ? 0 : text.size() - borders.back();
}

bool RepeatedText::add(std::string_view piece)
{
    while (!piece.empty()) {
        const std::string_view next = piece.substr(0, step_size - unseen);
        piece.remove_prefix(next.size());
        end += next;
        unseen += next.size();
        if (unseen < step_size)
            return false;
        unseen = 0;
        end.erase(0, end.size() - std::min(end.size(), examined_size));
        if (end.size() == examined_size && period_of(end) <= max_period)
            return true;
    }
    return false;
}

LiveReply::LiveReply(Observer& observer, Shown shown, double max_tokens)
    : observer(observer)
    , shown(shown)
    , text(observer.redacted_stream())
    , reasoning(observer.redacted_stream())
    , max_tokens(max_tokens)
{
}

void LiveReply::on_text(std::string_view piece)
{
    if (shown.text || shown.reasoning)
        show(reply.add(piece));
    check(repeated_text, piece);
}

void LiveReply::check(RepeatedText& repeated, std::string_view piece)
{
    static constexpr double doubt = 1.5;
    if (repeated.add(piece))
        throw EndedTurn {
            {Reason::failed, "", "the model says the same again and again: its reply was ended",
                "ask again, with a higher --temp or another model"}};
    if (std::isinf(max_tokens))
        return;
    tokens += estimated_tokens(piece);
    if (tokens > max_tokens * doubt)
        throw EndedTurn {{Reason::max_total_tokens, "",
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
    // Reasoning that the redaction holds back is not shown now: it may continue after the text, and
    // a secret in it as well.
    if (has_reasoning)
        observer.reasoning_pauses();
    has_text = true;
    shown_text += parts.text;
    observer.text(text.add(parts.text));
}

void LiveReply::on_reasoning(std::string_view piece)
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

#include "agent/loop/repeated_text.hpp"

#include <algorithm>
#include <vector>

namespace agent::loop {

static constexpr std::size_t examined_size = std::size_t {16} << 10U;
static constexpr std::size_t step_size = std::size_t {4} << 10U;
static constexpr std::size_t max_period = std::size_t {1} << 10U;

// Returns after how many bytes a text repeats itself; its size if it does not. (The prefix function
// of Knuth, Morris and Pratt.)
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

}

#include "text_finder.hpp"
#include "several_texts.hpp"
#include "single_text.hpp"

namespace fs_search::text {

TextFinder::TextFinder(const regex::Texts& texts, Instructions instructions)
{
    if (texts.all.size() == 1)
        finder = std::make_unique<SingleText>(texts.all.front(), texts.any_case, instructions);
    else
        finder = std::make_unique<SeveralTexts>(texts, instructions);
}

std::size_t TextFinder::find(std::string_view text, std::size_t from) const
{
    if (from >= text.size())
        return std::string_view::npos;
    const char* found = finder->find(text.data() + from, text.data() + text.size());
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(found - text.data());
}

}

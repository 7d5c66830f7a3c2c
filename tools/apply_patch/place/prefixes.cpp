#include "prefixes.hpp"

#include <utility>

namespace apply_patch::place {

Prefixes::Prefixes(std::vector<std::string_view> wanted)
    : texts(std::move(wanted))
{
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    if (!texts.empty() && texts.front().empty())
        texts.erase(texts.begin());
    // The prefixes of a text are among the text before it and the prefixes of that.
    for (std::size_t at = 0; at < texts.size(); ++at) {
        std::size_t known = at;
        while (known > 0 && !texts[at].starts_with(texts[known - 1]))
            known = shorter[known - 1];
        shorter.push_back(known);
    }
}

}

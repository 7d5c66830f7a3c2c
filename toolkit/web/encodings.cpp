#include "toolkit/web/encodings.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace toolkit::web {

static std::vector<std::string> encodings_in(std::string_view list)
{
    std::vector<std::string> all;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        all.push_back(text::in_lower_case(text::stripped(list.substr(0, end))));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return all;
}

bool is_compressed(std::string_view encodings)
{
    static constexpr std::array<std::string_view, 8> known {
        "gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd", "aws-chunked"};
    const auto all = encodings_in(encodings);
    return std::find_first_of(all.begin(), all.end(), known.begin(), known.end()) != all.end();
}

bool are_chunks(std::string_view encodings)
{
    const auto all = encodings_in(encodings);
    return !all.empty()
        && std::all_of(all.begin(), all.end(), [](const auto& one) { return one == "chunked"; });
}

}

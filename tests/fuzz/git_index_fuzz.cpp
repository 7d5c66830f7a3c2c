#include "fuzz.hpp"

#include "tools/exec/git/git_index.hpp"

using namespace exec::git;

// An index of git: it may be anything, and no more comes of it than stands in it.
void fuzz(std::string_view input)
{
    for (const std::size_t hash_size : {std::size_t {20}, std::size_t {32}}) {
        const IndexNames names = names_in_index(input, hash_size);
        must(names.links.size() <= input.size() / 62);
        must(names.links.size() <= 1000);
        must(names.shared.size() <= 2 * hash_size);
        for (const std::string& link : names.links)
            must(link.find('\0') == std::string::npos && link.size() <= input.size());
    }
}

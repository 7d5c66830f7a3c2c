#include "agent/redaction/yaml_secret.hpp"

#include "agent/redaction/text_block.hpp"

#include <algorithm>

namespace agent::redaction {

static std::size_t place_behind_colon(std::string_view text)
{
    return std::min(text.find_first_not_of(" \t", text.find(':') + 1), text.size());
}

std::optional<SecretSpan> yaml_secret_at(
    std::string_view text, Likeness likeness, std::size_t& refused)
{
    text = text.substr(0, max_shape);
    const std::size_t first = place_behind_colon(text);
    if (first == text.size())
        return {};
    const auto block = block_at(text, first, BlockLines::words);
    if (!block)
        return {};
    if (looks_like(text.substr(block->after_head, block->after - block->after_head), likeness))
        return SecretSpan {first, block->after};
    refused = block->after;
    return {};
}

bool is_open_yaml_secret(std::string_view text)
{
    const std::size_t first = place_behind_colon(text);
    if (first == text.size())
        return true;
    const auto block = block_at(text, first, BlockLines::words);
    return block && block->is_open;
}

}

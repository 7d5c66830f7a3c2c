#pragma once

#include "agent/redaction/text_block.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent::redaction {

// The pattern of a shape. RE2 needs milliseconds to compile a pattern with hundreds of repetitions,
// which is longer than the start of the program, and most positions fail after a few bytes.
// Therefore each position is first searched by backtracking for a bounded time. RE2 is compiled
// once that was not sufficient, or has taken as long as compiling would, and is used from then on.
// Both find the same. Several threads may use one object.
class ShapePattern {
public:
    explicit ShapePattern(std::string pattern);
    ShapePattern(ShapePattern&&) noexcept;
    ~ShapePattern();

    // Returns the first group that is not empty in the match that `text` begins with; the whole
    // match if the pattern has no groups. Returns nullopt if there is no match.
    std::optional<SecretSpan> find_secret(std::string_view text) const;

    bool has_groups() const;

    // True if a match at the beginning of `text` may depend on what follows it.
    bool may_go_on(std::string_view text) const;

private:
    struct Compiled;

    std::string pattern;
    std::unique_ptr<Compiled> compiled;
};

}

#pragma once

#include "agent/redaction/text_block.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent::redaction {

// The pattern of a shape. RE2 needs milliseconds to compile one that repeats something hundreds of
// times, which is longer than a start, and most places where one is looked for differ after a few
// bytes: so a place is first searched by backtracking, a bounded time. RE2 is compiled once that
// was not enough, or has taken as long as compiling would, and searches from then on. Both find the
// same; it can be used by several threads.
class ShapePattern {
public:
    explicit ShapePattern(std::string pattern);
    ShapePattern(ShapePattern&&) noexcept;
    ~ShapePattern();

    // What the first group that is not empty has of the match that `text` begins with; without one,
    // all of it.
    std::optional<SecretSpan> find_secret(std::string_view text) const;

    bool has_groups() const;

    // Could a match that begins `text` depend on what follows it?
    bool may_go_on(std::string_view text) const;

private:
    struct Compiled;

    std::string pattern;
    std::unique_ptr<Compiled> compiled;
};

}

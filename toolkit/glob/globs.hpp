#pragma once

#include "toolkit/glob/ignore_rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// The globs of a request, as ripgrep's -g has them: gitignore-style patterns with braces and all
// that patterns_of() knows, beginning where the tool begins; '!' leaves out. The last one that
// matches decides. Where one without '!' is given, files that match none are left out.
class Globs {
public:
    Globs() = default;

    // Throws BAD_PATTERN.
    explicit Globs(const std::vector<std::string>& patterns);

    // `start` is the length of the path at which the tool begins, with the '/' after it.
    Verdict verdict_on(const Candidate& candidate, std::size_t start) const;

private:
    IgnoreRules rules;
    bool names_wanted = false;
};

}

#pragma once

#include "ignore_level.hpp"

#include <string>
#include <string_view>
#include <vector>

// The globs of a request, as ripgrep's -g has them: gitignore-style patterns with braces, beginning where the
// search begins; '!' leaves out. The last one that matches decides, before every ignore file and before what
// is hidden. Where one without '!' is given, files that match none are left out.
class Globs {
public:
    Globs() = default;

    // Throws BAD_PATTERN.
    explicit Globs(const std::vector<std::string>& patterns);

    // `start` is the length of the path at which the search begins, with the '/' behind it.
    Verdict verdict_on(const Candidate& candidate, std::size_t start) const;

private:
    IgnoreRules rules;
    bool names_wanted = false;
};

// What is searched of the things that a walk meets.
struct Selection {
    Globs globs;
    IgnoreRules users; // see verdict_on()
    std::size_t start = 0; // see Globs
    bool with_ignored = false;
    bool with_hidden = false;

    // What is hidden (its name begins with a dot) is taken where a rule says that it is to be kept; .git not
    // even then.
    bool takes(const Candidate& candidate, const IgnoreLevel* innermost) const;
};

#pragma once

#include "toolkit/glob/glob.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// A path that rules are asked about, from an absolute root that holds all their directories.
struct Candidate {
    std::string_view path;
    bool is_directory;
};

// What rules say about a path; `kept` where a rule with '!' decides.
enum class Verdict { unmentioned, left_out, kept };

// The lines of one ignore file, as gitignore(5) has them: comments, trailing blanks, '!', a '/' at
// the end for directories only, one anywhere else for a pattern that holds from the file's
// directory on. The last rule that matches decides.
class IgnoreRules {
public:
    IgnoreRules() = default;

    // A byte order mark and CRs before line ends are left out. Lines that git can't read match
    // nothing.
    explicit IgnoreRules(std::string_view text);

    // Adds a pattern without its '!', after all others: what it matches gets `verdict`.
    void add(std::string_view pattern, Verdict verdict);

    // `directory` is the length of the directory's own path in the candidate's, with the '/' after
    // it.
    Verdict verdict_on(const Candidate& candidate, std::size_t directory) const;

    bool empty() const { return rules.empty(); }

private:
    struct Rule {
        Glob glob;
        Verdict verdict;
        bool anchored;
    };

    static constexpr std::array places {
        Glob::first, Glob::last, Glob::last_but_one, Glob::last_but_two};

    // Of 64 rules, which fit a name by the bytes that it has at some places: a bit for each. Most
    // names fit none, and no pattern is tried.
    struct Sieve {
        struct Sift {
            std::uint64_t any_byte = 0;
            std::array<std::uint64_t, 256> by_byte {};
        };

        std::uint64_t fitting(std::string_view name) const;

        std::array<Sift, places.size()> sifts {}; // one for each place
        std::uint64_t directories_only = 0;
    };

    std::vector<Rule> rules;
    std::vector<Sieve> sieves;
};

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

#pragma once

#include "toolkit/glob/glob.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// A path to be checked, relative to an absolute root that contains the directories of all rules.
struct Candidate {
    std::string_view path;
    bool is_directory;
};

// The result of a check; `kept` if a rule with '!' decides.
enum class Verdict { unmentioned, left_out, kept };

// The lines of one ignore file, as described in gitignore(5): comments, trailing whitespace, '!', a
// '/' at the end for directories only, and a '/' elsewhere for a pattern that begins in the file's
// directory. The last matching rule decides.
class IgnoreRules {
public:
    IgnoreRules() = default;

    // Ignores a byte order mark, and CRs before newlines. Lines that git cannot read match nothing.
    explicit IgnoreRules(std::string_view text);

    // Adds a pattern (without '!') after all others. Its matches get `verdict`.
    void add(std::string_view pattern, Verdict verdict);

    // `directory` is the length of the directory's own path in the candidate's path, with the '/'
    // after it.
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

    // Finds, for 64 rules, which of them can match a name, judged by its bytes at some positions;
    // one bit for each rule. For most names, none can, and no pattern has to be tried.
    struct Sieve {
        struct Sift {
            std::uint64_t any_byte = 0;
            std::array<std::uint64_t, 256> by_byte {};
        };

        std::uint64_t fitting(std::string_view name) const;

        std::array<Sift, places.size()> sifts {}; // one for each position
        std::uint64_t directories_only = 0;
    };

    std::vector<Rule> rules;
    std::vector<Sieve> sieves;
};

// The globs of a request, in the style of ripgrep's -g: gitignore patterns with braces and
// everything else that patterns_of() supports, beginning where the tool begins. '!' leaves out. The
// last matching glob decides. If there is one without '!', files that match no glob are left out.
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

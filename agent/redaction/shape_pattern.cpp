#include "agent/redaction/shape_pattern.hpp"

#include "agent/redaction/backtracking.hpp"
#include "agent/redaction/pattern_program.hpp"
#include "agent/redaction/pattern_search.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <utility>

namespace agent::redaction {

struct ShapePattern::Compiled {
    // Limits in steps of backtracking: for one position; for finding the groups at a position where
    // RE2 has found a match; for a position that does not count as unusual; and for all unusual
    // positions together.
    static constexpr std::size_t max_at_a_place = 1 << 14;
    static constexpr std::size_t max_for_groups = 1 << 9;
    static constexpr std::size_t usual = 1 << 6;
    static constexpr std::size_t max_in_all = 1 << 18;

    const PatternProgram* program_for(const std::string& pattern)
    {
        std::call_once(once_for_program, [&] { program = program_of(pattern); });
        return program && !is_dear.load(std::memory_order_relaxed) ? &*program : nullptr;
    }

    std::optional<Backtracked> try_backtracking(const std::string& pattern, std::string_view text)
    {
        const PatternProgram* const steps = program_for(pattern);
        if (steps == nullptr)
            return {};
        Backtracked result = backtrack(*steps, text, max_at_a_place);
        if (result.steps > usual
            && spent.fetch_add(result.steps, std::memory_order_relaxed) > max_in_all)
            is_dear.store(true, std::memory_order_relaxed);
        return result.is_decided ? std::optional(result) : std::nullopt;
    }

    // Finds the groups of a match that is known to exist.
    std::optional<Backtracked> find_groups(std::string_view text) const
    {
        if (!program)
            return {};
        const Backtracked result = backtrack(*program, text, max_for_groups);
        return result.is_match ? std::optional(result) : std::nullopt;
    }

    const RE2& whole_for(const std::string& pattern)
    {
        std::call_once(once, [&] { whole = std::make_unique<RE2>(pattern, RE2::Latin1); });
        return *whole;
    }

    const RE2& beginning_for(const std::string& pattern)
    {
        std::call_once(once_for_beginning, [&] {
            RE2::Options options(RE2::Latin1);
            options.set_max_mem(64 << 20); // the result is several times as large as the pattern
            beginning = std::make_unique<RE2>(beginnings_of(pattern), options);
        });
        return *beginning;
    }

    std::once_flag once_for_program;
    std::once_flag once;
    std::once_flag once_for_beginning;
    std::optional<PatternProgram> program;
    std::unique_ptr<RE2> whole;
    std::unique_ptr<RE2> beginning; // matches the beginning of a match at the end of a text
    std::atomic<std::size_t> spent = 0;
    std::atomic<bool> is_dear = false;
};

ShapePattern::ShapePattern(std::string pattern)
    : pattern(std::move(pattern))
    , compiled(std::make_unique<Compiled>())
{
}

ShapePattern::ShapePattern(ShapePattern&&) noexcept = default;
ShapePattern::~ShapePattern() = default;

static SecretSpan secret_of(
    std::string_view text, const std::array<std::string_view, Backtracked::max_groups>& groups)
{
    const auto given = std::find_if(
        groups.begin() + 1, groups.end(), [](const auto& group) { return !group.empty(); });
    const std::string_view found = given == groups.end() ? groups[0] : *given;
    const auto first = static_cast<std::size_t>(found.data() - text.data());
    return {first, first + found.size()};
}

std::optional<SecretSpan> ShapePattern::find_secret(std::string_view text) const
{
    if (const auto result = compiled->try_backtracking(pattern, text))
        return result->is_match ? std::optional(secret_of(text, result->groups)) : std::nullopt;
    const RE2& re = compiled->whole_for(pattern);
    const re2::StringPiece whole(text.data(), text.size());
    if (!re.Match(whole, 0, text.size(), RE2::ANCHOR_START, nullptr, 0))
        return {};
    // RE2 takes much longer to find the groups of a match than to find that there is one.
    if (const auto result = compiled->find_groups(text))
        return secret_of(text, result->groups);
    std::array<re2::StringPiece, Backtracked::max_groups> pieces;
    const int wanted
        = 1 + std::min(re.NumberOfCapturingGroups(), static_cast<int>(pieces.size()) - 1);
    re.Match(whole, 0, text.size(), RE2::ANCHOR_START, pieces.data(), wanted);
    std::array<std::string_view, Backtracked::max_groups> groups;
    std::transform(pieces.begin(), pieces.end(), groups.begin(),
        [](const auto& piece) { return std::string_view(piece.data(), piece.size()); });
    return secret_of(text, groups);
}

bool ShapePattern::has_groups() const
{
    const PatternProgram* const steps = compiled->program_for(pattern);
    return steps != nullptr ? steps->groups > 0
                            : compiled->whole_for(pattern).NumberOfCapturingGroups() > 0;
}

bool ShapePattern::may_go_on(std::string_view text) const
{
    if (const auto result = compiled->try_backtracking(pattern, text))
        return result->depends_on_more;
    return RE2::FullMatch({text.data(), text.size()}, compiled->beginning_for(pattern));
}

}

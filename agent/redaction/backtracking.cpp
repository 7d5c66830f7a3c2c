#include "agent/redaction/backtracking.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace agent::redaction {

namespace {

class Backtracking {
public:
    Backtracking(const PatternProgram& program, std::string_view text, std::size_t max_steps)
        : program(program)
        , text(text)
        , max_steps(max_steps)
        , rounds(program.loops)
    {
        places.fill(none);
    }

    Backtracked search()
    {
        Backtracked result;
        result.is_match = run(program.first, 0);
        result.is_decided = steps <= max_steps;
        result.depends_on_more = saw_end;
        result.steps = steps;
        for (std::size_t group = 0; result.is_match && group < result.groups.size(); ++group)
            if (places[2 * group] != none && places[2 * group + 1] != none)
                result.groups[group]
                    = text.substr(places[2 * group], places[2 * group + 1] - places[2 * group]);
        return result;
    }

private:
    using Step = PatternProgram::Step;

    static constexpr std::size_t none = std::string_view::npos;
    // Number of bytes to compare that cost one step.
    static constexpr std::size_t bytes_per_step = 16;

    bool has(const Step& step, std::size_t at) const
    {
        return step.set.test(static_cast<unsigned char>(text[at]));
    }

    // Rejects most alternatives without a call.
    bool can_go_on(std::uint32_t number, std::size_t at)
    {
        const Step& step = program.steps[number];
        if (step.kind != Step::Kind::bytes || step.least == 0)
            return true;
        if (at == text.size())
            saw_end = true;
        return at < text.size() && has(step, at);
    }

    bool goes_on(std::uint32_t number, std::size_t at)
    {
        return can_go_on(number, at) && run(number, at);
    }

    bool is_given_up() const { return steps > max_steps; }

    // The maximum depth of calls, so that the size of the stack does not depend on the text. The
    // search gives up beyond it.
    static constexpr std::size_t max_depth = 1000;

    bool run(std::uint32_t number, std::size_t at)
    {
        if (depth == max_depth)
            steps = max_steps + 1;
        ++depth;
        const bool is_match = run_on(number, at);
        --depth;
        return is_match;
    }

    bool run_on(std::uint32_t number, std::size_t at)
    {
        for (;;) {
            if (++steps > max_steps)
                return false;
            const Step& step = program.steps[number];
            switch (step.kind) {
            case Step::Kind::bytes:
                if (step.is_lazy)
                    return run_lazy(step, at);
                if (!take_bytes(step, at))
                    return is_found;
                break;
            case Step::Kind::fork:
                if (goes_on(step.other, at))
                    return true;
                break;
            case Step::Kind::loop: return run_loop(step, at);
            case Step::Kind::again: return run_round(program.steps[step.other], at);
            case Step::Kind::save: return run_save(step, at);
            case Step::Kind::word_end:
                if (!is_word_end(at))
                    return false;
                break;
            case Step::Kind::text_end:
                saw_end = saw_end || at == text.size();
                if (at < text.size())
                    return false;
                break;
            case Step::Kind::matched:
                places[0] = 0;
                places[1] = at;
                is_found = true;
                return true;
            }
            number = step.next;
        }
    }

    // Matches as many bytes of the set as possible, and then fewer, until the rest of the pattern
    // matches or the limit of steps is reached. Returns true if the caller must continue after `at`
    // with the next step.
    bool take_bytes(const Step& step, std::size_t& at)
    {
        const std::size_t limit = at + std::min<std::size_t>(step.greatest, text.size() - at);
        std::size_t after = at;
        while (after < limit && has(step, after))
            ++after;
        if (after == text.size() && after - at < step.greatest)
            saw_end = true;
        if (after - at < step.least)
            return false;
        steps += (after - at) / bytes_per_step;
        for (const std::size_t first = at + step.least; after > first; --after)
            if (goes_on(step.next, after) || is_given_up())
                return false;
        at = after;
        return true;
    }

    // Matches as few bytes of the set as possible.
    bool run_lazy(const Step& step, std::size_t at)
    {
        for (std::uint32_t count = 0;; ++count, ++at) {
            if (count >= step.least && goes_on(step.next, at))
                return true;
            if (count == step.greatest || is_given_up())
                return false;
            saw_end = saw_end || at == text.size();
            if (at == text.size() || !has(step, at))
                return false;
        }
    }

    bool run_loop(const Step& loop, std::size_t at)
    {
        const std::uint32_t before = rounds[loop.group];
        rounds[loop.group] = 0;
        const bool is_match = run_round(loop, at);
        rounds[loop.group] = before;
        return is_match;
    }

    bool run_round(const Step& loop, std::size_t at)
    {
        const std::uint32_t count = rounds[loop.group];
        if (loop.is_lazy && count >= loop.least && goes_on(loop.next, at))
            return true;
        if (count < loop.greatest) {
            rounds[loop.group] = count + 1;
            if (goes_on(loop.other, at))
                return true;
            rounds[loop.group] = count;
        }
        return !loop.is_lazy && count >= loop.least && !is_given_up() && goes_on(loop.next, at);
    }

    bool run_save(const Step& step, std::size_t at)
    {
        if (step.group >= places.size())
            return run(step.next, at);
        const std::size_t before = places[step.group];
        places[step.group] = at;
        if (run(step.next, at))
            return true;
        places[step.group] = before;
        return false;
    }

    bool is_word_end(std::size_t at)
    {
        const auto is_word = [&](std::size_t place) {
            const auto c = static_cast<unsigned char>(text[place]);
            return std::isalnum(c) != 0 || c == '_';
        };
        saw_end = saw_end || at == text.size();
        return (at > 0 && is_word(at - 1)) != (at < text.size() && is_word(at));
    }

    const PatternProgram& program;
    std::string_view text;
    std::size_t max_steps;
    std::vector<std::uint32_t> rounds; // the iterations of each loop
    std::array<std::size_t, 2 * Backtracked::max_groups> places {};
    std::size_t steps = 0;
    std::size_t depth = 0; // the depth of calls
    bool saw_end = false;
    bool is_found = false;
};

}

Backtracked backtrack(const PatternProgram& program, std::string_view text, std::size_t max_steps)
{
    return Backtracking(program, text, max_steps).search();
}

}

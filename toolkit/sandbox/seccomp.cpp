#include "toolkit/sandbox/seccomp.hpp"

#include "toolkit/system/error.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

namespace toolkit::sandbox {

namespace seccomp {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
#error "the sandbox knows x86-64 and aarch64"
#endif

// x32 calls look like x86-64 calls with this bit (asm/unistd.h). A deny-list without them would
// allow them.
constexpr std::uint32_t x32_bit = 0x40000000;

// A range of calls, from `first` up to that of the next segment, with the same rule.
struct Segment {
    std::uint32_t first;
    Rule rule;
};

// Builds the program from its end, so that the distance of each jump is known. Return instructions
// are shared, because the kernel compiles each instruction, and runs the filter once for each call
// number.
class Program {
public:
    Program(const std::vector<Segment>& segments)
        : segments(segments)
    {
        from_end.reserve(4 * segments.size());
        const std::size_t decision = tree(0, segments.size());
        load(offsetof(seccomp_data, nr), decision);
        const std::size_t number = from_end.size() - 1;
        jump(BPF_JEQ, architecture, number, verdict(SECCOMP_RET_KILL_PROCESS));
        load(offsetof(seccomp_data, arch), from_end.size() - 1);
    }

    std::vector<sock_filter> code() const { return {from_end.rbegin(), from_end.rend()}; }

private:
    // A conditional jump can skip 255 instructions. The difference leaves room for the jumps that
    // near() inserts.
    static constexpr std::size_t farthest = 250;

    std::size_t put(
        int operation, std::uint32_t value, std::size_t if_true = 0, std::size_t if_false = 0)
    {
        from_end.push_back({static_cast<std::uint16_t>(operation),
            static_cast<std::uint8_t>(if_true), static_cast<std::uint8_t>(if_false), value});
        return from_end.size() - 1;
    }

    // Returns how many instructions the next one has to skip to reach `target`.
    std::size_t distance(std::size_t target) const { return from_end.size() - 1 - target; }

    // Returns `target`, or a jump to it if it is too far: an unconditional jump has a distance of
    // 32 bits.
    std::size_t near(std::size_t target)
    {
        return distance(target) <= farthest
            ? target
            : put(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(distance(target)));
    }

    std::size_t jump(int test, std::uint32_t value, std::size_t if_true, std::size_t if_false)
    {
        if_true = near(if_true);
        if_false = near(if_false);
        return put(BPF_JMP | test | BPF_K, value, distance(if_true), distance(if_false));
    }

    // Continues with `next`.
    std::size_t load(std::size_t offset, std::size_t next)
    {
        if (distance(next) != 0)
            put(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(distance(next)));
        return put(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    }

    std::size_t verdict(Verdict verdict)
    {
        for (const auto& [known, place] : returns)
            if (known == verdict && distance(place) <= farthest)
                return place;
        returns.emplace_back(verdict, put(BPF_RET | BPF_K, verdict));
        return returns.back().second;
    }

    // Decides between the segments [low, high).
    std::size_t tree(std::size_t low, std::size_t high)
    {
        if (high - low == 1)
            return leaf(segments[low].rule);
        const std::size_t middle = middle_of(low, high);
        const std::size_t from_middle = tree(middle, high);
        const std::size_t below = tree(low, middle);
        return jump(BPF_JGE, segments[middle].first, from_middle, below);
    }

    // The kernel runs a new filter once for each call number, so the tree is balanced if both sides
    // contain equally many numbers.
    std::size_t middle_of(std::size_t low, std::size_t high) const
    {
        constexpr std::uint32_t numbers
            = 470; // of Linux 6.18; with more the tree is just slightly less balanced
        const std::uint32_t begin = segments[low].first;
        const std::uint32_t end
            = high < segments.size() ? std::min(segments[high].first, numbers) : numbers;
        const std::uint32_t half = begin + (std::max(begin, end) - begin) / 2;
        std::size_t middle = low + 1;
        while (middle + 1 < high && segments[middle].first < half)
            ++middle;
        return middle;
    }

    std::size_t leaf(const Rule& rule)
    {
        std::size_t next = verdict(rule.otherwise);
        for (auto test = rule.tests.rbegin(); test != rule.tests.rend(); ++test)
            next = decide(*test, next);
        return next;
    }

    std::size_t decide(const Test& test, std::size_t otherwise)
    {
        const std::size_t low = offsetof(seccomp_data, args)
            + sizeof(std::uint64_t) * static_cast<std::size_t>(test.argument);
        const std::size_t passed = verdict(test.verdict);
        std::size_t decision = jump(
            test.op == Test::has_any_bit ? BPF_JSET : BPF_JEQ, test.value, passed, otherwise);
        if (test.op == Test::has_all_bits)
            decision = put(BPF_ALU | BPF_AND | BPF_K, test.value);
        decision = load(low, decision);
        if (test.op != Test::is_null)
            return decision;
        // Tests both halves, the upper one first.
        return load(low + sizeof(std::uint32_t), jump(BPF_JEQ, 0, decision, otherwise));
    }

    const std::vector<Segment>& segments;
    std::vector<sock_filter> from_end;
    std::vector<std::pair<Verdict, std::size_t>> returns;
};

std::vector<Segment> segments_of(std::vector<Rule> rules, Verdict otherwise)
{
    std::sort(
        rules.begin(), rules.end(), [](const Rule& a, const Rule& b) { return a.call < b.call; });
    std::vector<Segment> segments {{0, {0, otherwise}}};
    const auto begin = [&](std::uint32_t first, const Rule& rule) {
        if (segments.back().first == first)
            segments.pop_back();
        const bool is_same = !segments.empty() && rule.tests.empty()
            && segments.back().rule.tests.empty()
            && rule.otherwise == segments.back().rule.otherwise;
        if (!is_same)
            segments.push_back({first, rule});
    };
    for (const Rule& rule : rules) {
        begin(static_cast<std::uint32_t>(rule.call), rule);
        begin(static_cast<std::uint32_t>(rule.call) + 1, {0, otherwise});
    }
    segments.push_back({x32_bit, {0, SECCOMP_RET_KILL_PROCESS}});
    return segments;
}

}

Verdict allow() { return SECCOMP_RET_ALLOW; }
Verdict trap() { return SECCOMP_RET_TRAP; }
Verdict fail(int error)
{
    return SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA);
}

Filter::Filter(std::vector<Rule> rules, Verdict otherwise)
    : code(Program(segments_of(std::move(rules), otherwise)).code())
{
}

Filter::~Filter() = default;

void Filter::install() const
{
    const sock_fprog filter {
        static_cast<unsigned short>(code.size()), const_cast<sock_filter*>(code.data())};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) != 0)
        throw ToolError(Code::sandbox_unavailable,
            std::string("the sandbox can't be had: seccomp: ") + std::strerror(errno),
            "the kernel must have seccomp filters, and a container must not forbid them");
}

void install(std::vector<Rule> rules, Verdict otherwise)
{
    Filter(std::move(rules), otherwise).install();
}

}

}

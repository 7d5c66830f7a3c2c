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
#include <optional>

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

// x32 calls come as x86-64 ones with this bit (asm/unistd.h): to a deny-list they would be unknown,
// and allowed.
constexpr std::uint32_t x32_bit = 0x40000000;

// Calls from `first` up to the next segment's share one answer.
struct Segment {
    std::uint32_t first;
    Rule rule;
};

class Program {
public:
    Program(const std::vector<Segment>& segments)
        : segments(segments)
    {
        load(offsetof(seccomp_data, arch));
        put(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
        put(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
        put(BPF_JMP | BPF_JGE | BPF_K, x32_bit, 0, 1);
        put(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
        tree(0, segments.size());
    }

    std::vector<sock_filter> code;

private:
    void put(
        int operation, std::uint32_t value, std::uint8_t if_true = 0, std::uint8_t if_false = 0)
    {
        code.push_back({static_cast<std::uint16_t>(operation), if_true, if_false, value});
    }

    void load(std::size_t offset)
    {
        put(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    }

    // Decides between the segments [low, high). A conditional jump reaches 255 instructions; what
    // lies farther takes an unconditional one, whose distance has 32 bits, on the way.
    void tree(std::size_t low, std::size_t high)
    {
        if (high - low == 1) {
            leaf(segments[low].rule);
            return;
        }
        constexpr std::size_t farthest = 255;
        const std::size_t middle = middle_of(low, high);
        const std::size_t branch = code.size();
        put(BPF_JMP | BPF_JGE | BPF_K, segments[middle].first);
        tree(low, middle);
        std::size_t distance = code.size() - branch - 1;
        if (distance > farthest) {
            code.insert(code.begin() + static_cast<std::ptrdiff_t>(branch) + 1,
                {BPF_JMP | BPF_JA, 0, 0, static_cast<std::uint32_t>(distance)});
            code[branch].jf = 1;
            distance = 0;
        }
        code[branch].jt = static_cast<std::uint8_t>(distance);
        tree(middle, high);
    }

    // The kernel runs a new filter once for each call number, so a tree is balanced when both sides
    // hold as many numbers.
    std::size_t middle_of(std::size_t low, std::size_t high) const
    {
        constexpr std::uint32_t numbers
            = 470; // of Linux 6.18; more only makes the tree a little less balanced
        const std::uint32_t end = high < segments.size() ? segments[high].first : numbers;
        const std::uint32_t half = segments[low].first + (end - segments[low].first) / 2;
        std::size_t middle = low + 1;
        while (middle + 1 < high && segments[middle].first < half)
            ++middle;
        return middle;
    }

    void leaf(const Rule& rule)
    {
        for (const Test& test : rule.tests) {
            const std::size_t low = offsetof(seccomp_data, args)
                + sizeof(std::uint64_t) * static_cast<std::size_t>(test.argument);
            if (test.op == Test::is_null) { // by both halves, the upper one first
                load(low + sizeof(std::uint32_t));
                put(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
            }
            load(low);
            if (test.op == Test::has_all_bits)
                put(BPF_ALU | BPF_AND | BPF_K, test.value);
            put(BPF_JMP | (test.op == Test::has_any_bit ? BPF_JSET : BPF_JEQ) | BPF_K, test.value,
                0, 1);
            put(BPF_RET | BPF_K, test.verdict);
        }
        put(BPF_RET | BPF_K, rule.otherwise);
    }

    const std::vector<Segment>& segments;
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
    return segments;
}

}

Verdict allow() { return SECCOMP_RET_ALLOW; }
Verdict trap() { return SECCOMP_RET_TRAP; }
Verdict fail(int error)
{
    return SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA);
}

void install(std::vector<Rule> rules, Verdict otherwise)
{
    const std::vector<Segment> segments = segments_of(std::move(rules), otherwise);
    Program program(segments);
    const sock_fprog filter {static_cast<unsigned short>(program.code.size()), program.code.data()};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) != 0)
        throw ToolError(Code::sandbox_unavailable,
            std::string("the sandbox can't be had: seccomp: ") + std::strerror(errno),
            "the kernel must have seccomp filters, and a container must not forbid them");
}

}

}

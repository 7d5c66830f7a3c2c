#include "toolkit/sandbox/seccomp.hpp"

#include "catch.hpp"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <random>

using namespace toolkit;
using sandbox::seccomp::Rule;
using sandbox::seccomp::Test;

// Numbers that no kernel has: a call of one fails with ENOSYS unless the filter answers.
constexpr int first_number = 2000;

// The error of a call with this argument, by the meaning of the table.
static int expected_error(const std::vector<Rule>& rules, int number, unsigned long argument)
{
    for (const Rule& rule : rules) {
        if (rule.call != number)
            continue;
        const auto low = static_cast<std::uint32_t>(argument);
        for (const Test& test : rule.tests)
            if ((test.op == Test::equals && low == test.value)
                || (test.op == Test::has_any_bit && (low & test.value) != 0)
                || (test.op == Test::has_all_bits && (low & test.value) == test.value)
                || (test.op == Test::is_null && argument == 0))
                return static_cast<int>(test.verdict & 0xffff);
        return static_cast<int>(rule.otherwise & 0xffff);
    }
    return ENOSYS;
}

// In a process of its own: the first number that is answered otherwise than by the table; 0 if none
// is.
static int first_wrong_number(const std::vector<Rule>& rules, int numbers)
{
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        sandbox::seccomp::install(rules, sandbox::seccomp::allow());
        for (int number = first_number; number < first_number + numbers; ++number)
            for (const unsigned long argument : {0UL, 1UL, 2UL, 3UL, 7UL, 1UL << 32}) {
                errno = 0;
                if (syscall(number, 0, argument) != -1
                    || errno != expected_error(rules, number, argument))
                    _exit(1);
            }
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return status;
}

TEST_CASE("a filter answers each call by its rule, however many there are")
{
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same tables in each run
    const auto below
        = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    for (const int numbers : {1, 3, 40, 300, 700}) {
        INFO(numbers << " numbers");
        std::vector<Rule> rules;
        for (int number = first_number; number < first_number + numbers; ++number) {
            if (below(4) == 0)
                continue;
            Rule rule {number, sandbox::seccomp::fail(200 + below(numbers < 100 ? 3 : 600))};
            for (int tests = below(3); tests > 0; --tests) {
                const auto op = static_cast<Test::Op>(below(4));
                const int value = op == Test::is_null ? 0 : 1 + below(3);
                rule.tests.push_back({1, op, static_cast<std::uint32_t>(value),
                    sandbox::seccomp::fail(200 + below(3))});
            }
            rules.push_back(rule);
        }
        CHECK(first_wrong_number(rules, numbers) == 0);
    }
}

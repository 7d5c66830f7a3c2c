#pragma once

#include <cstdint>
#include <vector>

struct sock_filter;

namespace toolkit::sandbox {

// A seccomp filter that is compiled from a table of system calls. Call numbers are those of the
// machine it runs on. A call made under another architecture (int 0x80 or x32 on x86-64) kills the
// process.
namespace seccomp {

// The result of the filter: a SECCOMP_RET_* value with its data.
using Verdict = std::uint32_t;

Verdict allow();
Verdict trap(); // raises SIGSYS
Verdict fail(int error); // makes the call return this errno

// A test of the low 32 bits of an argument (the kernel reads no more of the arguments used here).
// is_null tests the whole argument.
struct Test {
    enum Op { equals, has_any_bit, has_all_bits, is_null };
    int argument; // 0-based
    Op op;
    std::uint32_t value;
    Verdict verdict; // if the test is true
};

// The rule for one system call. Tests are tried in order; `otherwise` is the verdict if all are
// false.
struct Rule {
    int call;
    Verdict otherwise;
    std::vector<Test> tests = {};
};

// Compiles to a balanced tree, since the kernel runs a new filter once for every call number.
class Filter {
public:
    // There must be at most one rule for each call.
    Filter(std::vector<Rule> rules, Verdict otherwise);
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;
    ~Filter();

    // Installs the filter for this thread and everything it starts. no_new_privs must be set.
    // Throws SANDBOX_UNAVAILABLE.
    void install() const;

private:
    std::vector<sock_filter> code;
};

// Compiles and installs a filter that is used only once.
void install(std::vector<Rule> rules, Verdict otherwise);

}

}

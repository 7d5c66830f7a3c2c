#pragma once

#include <cstdint>
#include <vector>

struct sock_filter;

namespace toolkit::sandbox {

// A seccomp filter from a table of system calls. Numbers are those of the machine it runs on; a
// call made under another architecture (int 0x80 or x32 on x86-64) kills the process.
namespace seccomp {

// What the filter answers: a SECCOMP_RET_* value with its data.
using Verdict = std::uint32_t;

Verdict allow();
Verdict trap(); // SIGSYS
Verdict fail(int error); // the call returns this errno

// One look at the low 32 bits of an argument (the kernel reads no more of those used here), or at
// all of it: is_null.
struct Test {
    enum Op { equals, has_any_bit, has_all_bits, is_null };
    int argument; // from 0
    Op op;
    std::uint32_t value;
    Verdict verdict; // when the test holds
};

// Tests are tried in order; `otherwise` is the verdict when none holds.
struct Rule {
    int call;
    Verdict otherwise;
    std::vector<Test> tests = {};
};

// Compiled to a balanced tree, since the kernel runs a filter once for every call number when it is
// installed.
class Filter {
public:
    // At most one rule for a call.
    Filter(std::vector<Rule> rules, Verdict otherwise);
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;
    ~Filter();

    // For this thread and all it starts; no_new_privs must be set. Throws SANDBOX_UNAVAILABLE.
    void install() const;

private:
    std::vector<sock_filter> code;
};

// A filter that is installed once.
void install(std::vector<Rule> rules, Verdict otherwise);

}

}

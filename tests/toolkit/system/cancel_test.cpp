#include "toolkit/system/cancel.hpp"

#include "catch.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>

using namespace toolkit::system;

// Each runs in a process of its own: signals that are held back stay so.
static bool holds_in_child(const std::function<bool()>& test)
{
    const pid_t child = fork();
    if (child == 0) {
        bool holds = false;
        try {
            holds = test();
        } catch (const std::exception&) { // then it does not hold
        }
        _exit(holds ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Ends what is under way by an "x"; any other byte is a message.
class Client : public CancelSource {
public:
    Client()
    {
        std::array<int, 2> ends {};
        if (pipe(ends.data()) == 0) {
            ours = File(ends[0]);
            theirs = File(ends[1]);
        }
    }

    int descriptor() const override { return ours.descriptor(); }

    bool take_messages() override
    {
        char c = 'x';
        is_over = read(ours.descriptor(), &c, 1) <= 0;
        taken += is_over ? "" : std::string(1, c);
        return c == 'x';
    }

    bool has_ended() const override { return is_over; }
    void say(char c) const { CHECK(write(theirs.descriptor(), &c, 1) == 1); }
    void leave() { theirs = {}; }

    std::string taken;

private:
    File ours;
    File theirs;
    bool is_over = false;
};

TEST_CASE("a signal sets a reason that no reset takes back")
{
    CHECK(holds_in_child([] {
        Cancel cancel;
        const bool was_set = cancel.is_set();
        kill(getpid(), SIGTERM);
        const bool is_signal
            = cancel.reason() == Cancel::Reason::signal && cancel.signal() == SIGTERM;
        cancel.reset();
        return !was_set && is_signal && is_readable(cancel.descriptor()) && cancel.is_set();
    }));
}

TEST_CASE("a client can ask for the end once more")
{
    CHECK(holds_in_child([] {
        Cancel cancel;
        Client client;
        cancel.listen_to(client);
        const bool is_early = cancel.is_asked_again();
        client.say('x');
        const bool is_set = cancel.reason() == Cancel::Reason::client;
        const bool is_once = !cancel.is_asked_again() && !is_readable(cancel.descriptor());
        client.say('m');
        const bool is_message = !cancel.is_asked_again();
        client.say('x');
        return !is_early && is_set && is_once && is_message && cancel.is_asked_again();
    }));
}

TEST_CASE("a deadline sets a reason of its own, and a reset takes it back")
{
    CHECK(holds_in_child([] {
        Cancel cancel;
        cancel.end_after(std::chrono::milliseconds(1));
        cancel.wait(std::chrono::seconds(5));
        const bool is_deadline = cancel.reason() == Cancel::Reason::deadline;
        cancel.reset();
        return is_deadline && !cancel.is_set() && !is_readable(cancel.descriptor());
    }));
}

TEST_CASE("the SIGALRM of another program is a signal, and no deadline")
{
    CHECK(holds_in_child([] {
        Cancel cancel;
        cancel.end_after(std::chrono::hours(1));
        kill(getpid(), SIGALRM);
        return cancel.reason() == Cancel::Reason::signal && cancel.signal() == SIGALRM;
    }));
}

TEST_CASE(
    "messages of a client are taken while somebody waits, and only an interruption sets a reason")
{
    CHECK(holds_in_child([] {
        Client client;
        Cancel cancel;
        cancel.listen_to(client);
        client.say('a');
        client.say('b');
        cancel.wait(std::chrono::milliseconds(10));
        const bool was_set = cancel.is_set();
        client.say('x');
        cancel.wait(std::chrono::seconds(5));
        const bool is_client = cancel.reason() == Cancel::Reason::client;
        cancel.reset();
        return !was_set && is_client && !cancel.is_set() && client.taken == "abx";
    }));
}

TEST_CASE("a client that has left is not watched any longer")
{
    CHECK(holds_in_child([] {
        Client client;
        Cancel cancel;
        cancel.listen_to(client);
        client.leave();
        const bool is_client = cancel.reason() == Cancel::Reason::client;
        cancel.reset();
        return is_client && !cancel.is_set() && !is_readable(cancel.descriptor());
    }));
}

TEST_CASE("several clients are heard, also after one of them has left")
{
    CHECK(holds_in_child([] {
        Client first;
        Client second;
        Cancel cancel;
        cancel.listen_to(first);
        cancel.listen_to(second);
        first.say('a');
        second.say('b');
        const bool was_set = cancel.is_set();
        first.leave();
        const bool has_left = cancel.reason() == Cancel::Reason::client;
        cancel.reset();
        second.say('x');
        const bool is_client = cancel.reason() == Cancel::Reason::client;
        return !was_set && has_left && is_client && first.taken == "a" && second.taken == "bx";
    }));
}

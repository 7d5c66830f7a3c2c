// chat_engine LINES: the screen of a chat on this terminal, as agentcli starts it, with an engine
// that says so many lines and then waits for the screen to end. Then it prints "modes: old" if the
// terminal is as it was before, and the exit status of the screen.

#include "whole_event.hpp"

#include "frontends/screen/start.hpp"
#include "frontends/screen/terminal_modes.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace frontends::screen;

static void say(const Started& started, const std::string& line)
{
    pollfd watched {started.socket.descriptor(), POLLOUT, 0};
    toolkit::system::write_all(started.socket.descriptor(), whole_event(line) + "\n",
        [&] { return poll(&watched, 1, 10000) == 1; });
}

static std::string text_event(int number)
{
    std::string line = "L" + std::to_string(number);
    for (int word = 0; word < number * 7 % 16; ++word)
        line += " word" + std::to_string(word);
    line += " E" + std::to_string(number) + (number % 3 == 2 ? R"(\n\n)" : R"(  \n)");
    return R"({"event":"text","text":")" + line + "\"}";
}

static void wait_for_end(const Started& started)
{
    pollfd watched {started.socket.descriptor(), POLLIN, 0};
    std::string heard(4096, '\0');
    while (poll(&watched, 1, -1) == 1) {
        const ssize_t got = read(watched.fd, heard.data(), heard.size());
        if (got <= 0 || heard.find(R"("quit")") < static_cast<std::size_t>(got))
            return;
    }
}

int main(int argc, char** argv)
try {
    const int lines = argc > 1 ? std::atoi(argv[1]) : 0;
    Started started = start();
    say(started, R"({"event":"hello","version":"0","model":"m","look":{"reflows":true}})");
    say(started, R"({"event":"turn","state":"begins"})");
    for (int number = 0; number < lines; ++number) {
        say(started, text_event(number));
        poll(nullptr, 0, 10);
    }
    say(started, R"({"event":"message"})");
    say(started, R"({"event":"turn","state":"ends","exitReason":"answered"})");
    wait_for_end(started);
    started.socket.close();
    int status = 0;
    waitpid(started.process, &status, 0);
    restore(STDOUT_FILENO, started.at_start);
    termios modes {};
    tcgetattr(STDOUT_FILENO, &modes);
    const bool is_old = modes.c_lflag == started.at_start.c_lflag;
    std::printf("\nmodes: %s, status %d\n", is_old ? "old" : "raw",
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
} catch (const toolkit::ToolError& error) {
    std::printf("%s\n", error.message.c_str());
    return 1;
}

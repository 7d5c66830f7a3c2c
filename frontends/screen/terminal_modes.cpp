#include "frontends/screen/terminal_modes.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <iterator>

namespace frontends::screen {

termios raw_modes(termios modes)
{
    modes.c_iflag
        &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | PARMRK);
    modes.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    modes.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    return modes;
}

static bool is_same(const termios& left, const termios& right)
{
    return left.c_iflag == right.c_iflag && left.c_oflag == right.c_oflag
        && left.c_cflag == right.c_cflag && left.c_lflag == right.c_lflag
        && std::equal(std::begin(left.c_cc), std::end(left.c_cc), std::begin(right.c_cc));
}

bool set_raw(int terminal, const termios& at_start)
{
    const termios modes = raw_modes(at_start);
    return tcsetattr(terminal, TCSANOW, &modes) == 0;
}

bool is_raw(int terminal, const termios& at_start)
{
    termios now {};
    return tcgetattr(terminal, &now) == 0 && is_same(now, raw_modes(at_start));
}

bool restore(int terminal, const termios& at_start)
{
    if (!is_raw(terminal, at_start))
        return false;
    return tcsetattr(terminal, TCSANOW, &at_start) == 0;
}

Size size_of_terminal(int terminal)
{
    winsize size {};
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return {};
    return {std::max<std::size_t>(size.ws_col, 2), size.ws_row};
}

}
